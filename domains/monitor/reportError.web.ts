import { cut } from '#kit/shared/characters.ts'
import { CallError, request } from '#kit/web/request.ts'

const MESSAGE_MAX = 2000
const STACK_MAX = 8000

const told = new Set<string>()

/** Tells the server of an error of the browser, once per page and message; refused calls are none. Platform §13.3. */
function reportError(error: unknown): void {
  if (error instanceof CallError) return
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (message === '' || told.has(message)) return
  told.add(message)
  const report = {
    message: cut(message, MESSAGE_MAX),
    stack: cut(stack, STACK_MAX),
    path: location.pathname,
  }
  // Whoever cannot tell it cannot tell that either.
  import('./log.calls.ts')
    .then(({ clientError }) => request(clientError, report, { quiet: true }))
    .catch(() => undefined)
}

/** Hears of every error nobody caught. */
export function watchErrors(): void {
  addEventListener('error', (event) => reportError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => reportError(event.reason))
}

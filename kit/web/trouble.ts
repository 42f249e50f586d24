import { CallError, FAILED } from './request.ts'
import { toastError } from './toast.ts'

/**
 * Whatever a screen did not foresee while it did something is told in words: a button that was pressed never stays
 * without an answer. Refusals of calls are told by the request or its form. Platform §4.6.
 */
export function tellUnforeseen(): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof CallError || (reason instanceof DOMException && reason.name === 'AbortError'))
      return
    toastError(FAILED)
  })
}

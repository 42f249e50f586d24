import { QueryClient } from '@tanstack/react-query'
import { onSessionEnd } from './session.ts'

/** The one cache of answers. Keys are [path, input]. Architecture §5. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // What did not arrive was asked again by the request itself; refusals stay refusals.
      retry: false,
      // Without a network the failure is to be told, not waited for in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

onSessionEnd(() => queryClient.clear())

/**
 * The part of a path that a change touches: /admin/product/unit/update/status/:id → /admin/product/unit.
 */
export function prefixOf(path: string): string {
  const parts = path.split('/').filter((part) => !part.startsWith(':'))
  parts.pop()
  if (parts.at(-1) === 'update') parts.pop()
  return parts.join('/')
}

/** Reads again what lies under the given path prefixes. */
export async function invalidate(...prefixes: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  })
}

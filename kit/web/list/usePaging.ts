import { useCallback, useState } from 'react'
import type { ListState } from './useListState.ts'

/** Page and size of a list beside the address, for its call; `state` is what its Pager takes. */
export function usePaging(size = 20): {
  paging: { page: number; limit: number }
  state: Pick<ListState, 'page' | 'limit' | 'set'>
  first(): void
} {
  const [paging, setPaging] = useState({ page: 1, limit: size })
  return {
    paging,
    state: {
      ...paging,
      set: (next) => setPaging((now) => ({ page: next.page ?? 1, limit: next.limit ?? now.limit })),
    },
    first: useCallback(() => setPaging((now) => ({ ...now, page: 1 })), []),
  }
}

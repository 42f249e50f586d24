import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

const DEFAULT_LIMIT = 20

/** The state of a list, as it stands in the address: pages, order, filters by name. */
export interface ListState {
  page: number
  limit: number
  sortBy: string
  sortOrder: 'asc' | 'desc'
  filters: Readonly<Record<string, string>>
  /** how many filters are set */
  count: number
  set(change: ListChange): void
}

export interface ListChange {
  page?: number
  limit?: number
  sortBy?: string
  sortOrder?: 'asc' | 'desc'
  filters?: Readonly<Record<string, string>>
}

const OWN = new Set(['page', 'limit', 'sortBy', 'sortOrder'])

/** List state lives in the address, so that a reload, a tab or a link brings it back. Architecture §5. */
export function useListState(names: readonly string[], limit = DEFAULT_LIMIT): ListState {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (change: ListChange) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          const put = (name: string, value: string) =>
            value === '' ? next.delete(name) : next.set(name, value)
          for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value)
          if (change.sortBy !== undefined) put('sortBy', change.sortBy)
          if (change.sortBy !== undefined)
            put('sortOrder', change.sortBy === '' ? '' : (change.sortOrder ?? 'desc'))
          if (change.limit !== undefined) put('limit', String(change.limit))
          // Whatever narrows or reorders the list begins at its first page.
          put('page', change.page === undefined || change.page === 1 ? '' : String(change.page))
          return next
        },
        { replace: true },
      )
    },
    [setParams],
  )
  return useMemo(() => {
    const filters: Record<string, string> = {}
    for (const name of names) {
      const value = OWN.has(name) ? null : params.get(name)
      if (value !== null && value !== '') filters[name] = value
    }
    return {
      page: positive(params.get('page'), 1),
      limit: positive(params.get('limit'), limit),
      sortBy: params.get('sortBy') ?? '',
      sortOrder: params.get('sortOrder') === 'asc' ? 'asc' : 'desc',
      filters,
      count: Object.keys(filters).length,
      set,
    }
  }, [params, names, limit, set])
}

function positive(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

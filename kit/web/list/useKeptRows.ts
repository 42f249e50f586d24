import { useCallback, useMemo, useState } from 'react'
import type { Call, Page } from '#kit/shared/call.ts'
import { useCall } from '#kit/web/useCall.ts'
import type { ListRow } from './columnsOf.tsx'

/** What is known of the rows of one search. */
interface Known<R> {
  search: string
  page: Page<R> | undefined
  /** rows in view by id, in their order */
  rows: ReadonlyMap<number, R>
  /** those something was done with */
  touched: ReadonlySet<number>
  /** of these those that the search no longer finds on its page */
  gone: readonly number[]
}

const NONE: ReadonlySet<number> = new Set()

/** The rows of a page, and between them, where they stood, those it has lost though something was just done with them. */
function merged<R extends ListRow>(page: Page<R>, before: Known<R>): Pick<Known<R>, 'rows' | 'gone'> {
  const found = new Map(page.list.map((row) => [row.id, row]))
  const gone = [...before.rows.keys()].filter((id) => before.touched.has(id) && !found.has(id))
  const order = [...found.keys()]
  const places = [...before.rows.keys()]
  for (const id of gone) order.splice(Math.min(places.indexOf(id), order.length), 0, id)
  const rows = order.flatMap((id) => {
    const row = found.get(id) ?? before.rows.get(id)
    return row === undefined ? [] : [[id, row] as const]
  })
  return { rows: new Map(rows), gone }
}

/** A list of the call without filters, of some rows alone. */
interface Asking<R> {
  call: Call<unknown, unknown, unknown, Page<R>>
  /** what the list is asked with */
  input: Readonly<Record<string, unknown>>
  /** what it is asked with whatever a person looks for */
  fixed: Readonly<Record<string, unknown>> | undefined
  page: Page<R> | undefined
  /** the page answers this input, and not the one before */
  isFresh: boolean
}

/**
 * A row that was acted upon stays where it was, with what became of it, although the filters or the order of its list no
 * longer have it on this page; until the next search. Rows that are deleted go at once. Screens §5.
 */
export function useKeptRows<R extends ListRow>({
  call,
  input,
  fixed,
  page,
  isFresh,
}: Asking<R>): {
  rows: readonly R[]
  /** those of them that the page itself does not have */
  kept: ReadonlySet<number>
  /** something is done with these */
  touch(ids: readonly number[]): void
  /** the same is looked for anew */
  forget(): void
} {
  const search = JSON.stringify({ ...input, fields: undefined })
  const fresh: Known<R> = { search, page: undefined, rows: new Map(), touched: NONE, gone: [] }
  const [last, setLast] = useState(fresh)
  let known = last
  if (isFresh && page !== undefined && (last.page !== page || last.search !== search)) {
    const before = last.search === search ? last : fresh
    known = { ...before, page, ...merged(page, before) }
    setLast(known)
  }
  const { rows, gone } = known
  const again = { ...fixed, page: 1, limit: 200, rowIds: gone.join(','), fields: input.fields ?? '' }
  const { data, isPlaceholderData } = useCall(call, again, {
    enabled: gone.length > 0,
    quiet: true,
    keep: true,
  })
  const now = gone.length === 0 || isPlaceholderData ? undefined : data
  const touch = useCallback(
    (ids: readonly number[]) =>
      setLast((before) =>
        ids.every((id) => before.touched.has(id))
          ? before
          : { ...before, touched: new Set([...before.touched, ...ids]) },
      ),
    [],
  )
  const forget = useCallback(
    () =>
      setLast((before) => ({
        ...before,
        rows: new Map(before.page?.list.map((row) => [row.id, row])),
        touched: NONE,
        gone: [],
      })),
    [],
  )
  return useMemo(() => {
    // Until the next answer is there, what was shown stays: nothing flashes by.
    if (page === undefined || gone.length === 0) return { rows: page?.list ?? [], kept: NONE, touch, forget }
    const told = now === undefined ? rows : new Map(now.list.map((row) => [row.id, row]))
    const lost = new Set(gone)
    const shown = [...rows].flatMap(([id, row]) => {
      const current = lost.has(id) ? told.get(id) : row
      return current === undefined ? [] : [current]
    })
    return { rows: shown, kept: new Set(gone.filter((id) => told.has(id))), touch, forget }
  }, [page, rows, gone, now, touch, forget])
}

/** The rows that a list shows, for going through their records one after the other. Screens §3. */
interface Shown {
  ids: readonly number[]
  page: number
  totalPage: number
  /** the ids of another page of the same list */
  read(page: number): Promise<readonly number[]>
}

/** By the name of the entity, the list of it that was looked at last. */
const shown = new Map<string, Shown>()

/** Keeps what a list of an entity shows now. */
export function rememberShown(entity: string, list: Shown): void {
  shown.set(entity, list)
}

/** Whether a record stands in the list of its entity that was looked at last. */
export const isShown = (entity: string, id: number): boolean => shown.get(entity)?.ids.includes(id) ?? false

/** The id of the record before (-1) or after (1) one in that list, on the next page of it as well; null at its end. */
export async function neighbourOf(entity: string, id: number, step: 1 | -1): Promise<number | null> {
  const list = shown.get(entity)
  const at = list?.ids.indexOf(id) ?? -1
  if (list === undefined || at < 0) return null
  const beside = list.ids[at + step]
  if (beside !== undefined) return beside
  const page = list.page + step
  if (page < 1 || page > list.totalPage) return null
  const ids = await list.read(page)
  const next = step === 1 ? ids[0] : ids.at(-1)
  if (next === undefined) return null
  shown.set(entity, { ...list, ids, page })
  return next
}

import type { Db } from '#kit/server/database.ts'
import { entityReference, type Reference } from '#kit/server/refs.ts'

interface Facts {
  id: number
  pid: number
  name: string
  type: number
}

const PRODUCTS = 1

const readAll = (db: Db): Promise<Facts[]> =>
  db.selectFrom('category').select(['id', 'pid', 'name', 'type']).where('isDel', '=', 0).execute()

/** The names from the first level down to a category. */
function pathOf(byId: ReadonlyMap<number, Facts>, row: Facts): string {
  const above = byId.get(row.pid)
  return above === undefined ? row.name : `${pathOf(byId, above)}/${row.name}`
}

/** A category in fields of any room: shown by its name; a sheet names it by its path, or by a name no other one has. */
export const categoryReference: Reference = {
  ...entityReference('category', 'name'),
  async named(db, names) {
    const asked = new Set(names.map((name) => name.toLowerCase()))
    const rows = await readAll(db)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const found = new Map<string, number[]>()
    // A whole path says more than a name, and what is filed in sheets is products.
    const layers: ((row: Facts) => string)[] = [
      (row) => (row.type === PRODUCTS ? pathOf(byId, row) : ''),
      (row) => pathOf(byId, row),
      (row) => row.name,
    ]
    for (const wordOf of layers) {
      const here = new Map<string, number[]>()
      for (const row of rows) {
        const word = wordOf(row).toLowerCase()
        if (asked.has(word)) here.set(word, [...(here.get(word) ?? []), row.id])
      }
      for (const [word, ids] of here) if (!found.has(word)) found.set(word, ids)
    }
    return found
  },
  async words(db, ids) {
    const byId = new Map((await readAll(db)).map((row) => [row.id, row]))
    return new Map(
      ids.flatMap((id) => {
        const row = byId.get(id)
        return row === undefined ? [] : [[id, pathOf(byId, row)] as const]
      }),
    )
  },
}

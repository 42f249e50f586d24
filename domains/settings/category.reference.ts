import type { Db } from '#kit/server/database.ts'
import type { Reference } from '#kit/server/refs.ts'

interface Facts {
  id: number
  pid: number
  name: string
}

const readAll = (db: Db): Promise<Facts[]> =>
  db.selectFrom('category').select(['id', 'pid', 'name']).where('isDel', '=', 0).execute()

/** The names from the first level down to a category. */
function pathOf(byId: ReadonlyMap<number, Facts>, row: Facts): string {
  const above = byId.get(row.pid)
  return above === undefined ? row.name : `${pathOf(byId, above)}/${row.name}`
}

/** A category in fields of any room: shown by its name; a sheet names it by its path, or by a name no other one has. */
export const categoryReference: Reference = {
  async labels(db, ids) {
    const rows = await db
      .selectFrom('category')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, row.name]))
  },
  async exists(db, ids) {
    const rows = await db
      .selectFrom('category')
      .select('id')
      .where('id', 'in', [...ids])
      .where('isDel', '=', 0)
      .execute()
    return new Set(rows.map((row) => row.id))
  },
  async named(db, names) {
    const asked = new Set(names.map((name) => name.toLowerCase()))
    const rows = await readAll(db)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const found = new Map<string, number | null>()
    for (const row of rows)
      for (const text of new Set([row.name.toLowerCase(), pathOf(byId, row).toLowerCase()]))
        if (asked.has(text)) found.set(text, found.has(text) ? null : row.id)
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

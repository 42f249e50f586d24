import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { SectionFacts, Sections } from './sections.rules.ts'

/** All sections of these warehouses. */
export async function sectionsOf(db: Db, warehouseIds: readonly number[]): Promise<Sections> {
  const { rows } = await sql<SectionFacts>`
    select "id", "warehouseId", "name", "type", "sellable" = 1 as "sellable", "status" = 1 as "enabled", "pickSort",
      coalesce("countSn", '') as "countSn"
    from "section" where "warehouseId" = any(${sql.val([...new Set(warehouseIds)])}::int[]) and "isDel" = 0`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

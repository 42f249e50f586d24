import { sql } from 'kysely'
import { declareRef, entityReference } from '#kit/server/refs.ts'
import { read } from '#kit/server/serve.ts'
import { anyWarehouse, anyWarehouseCall } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'

/** Warehouses as the other side of a transfer, whatever the data scope: name and number alone. Warehouse §14. */
export const anyReference = declareRef(
  anyWarehouse,
  entityReference(warehouse.name, 'name', { column: 'status', value: 1 }),
)

interface Option {
  value: number
  label: string
}

export const anyServed = read(anyWarehouseCall, async (db, _who, { keywords, ids, offered, limit }) => {
  const words = `%${keywords.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Option>`
    select "id" as "value", "name" as "label" from "warehouse"
    where ${ids.length > 0 ? sql`"id" = any(${sql.val([...ids])}::int[])` : sql`("name" ilike ${words} or "code" ilike ${words})`}
      and ${ids.length > 0 && offered !== 1 ? sql`true` : sql`"isDel" = 0 and "status" = 1 and "type" <> 5`}
    order by "sort" desc, "id" limit ${limit}`.execute(db)
  return rows
})

import type { Db } from '#kit/server/database.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { wareHouseConfig } from './config.entity.ts'
import type { warehouse } from './warehouse.entity.ts'

type WarehouseRow = EntityRow<typeof warehouse>

/** A warehouse with what is set for it. */
export interface WarehouseTerms
  extends Pick<
    WarehouseRow,
    'id' | 'code' | 'name' | 'type' | 'cityId' | 'status' | 'logisticsModes' | 'staffIds'
  > {
  config: EntityRow<typeof wareHouseConfig>
}

/** Warehouses of these ids, deleted ones left out, by id: what they are and how they work. Doors §4, Warehouse §4.3. */
export async function warehouseTerms(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WarehouseTerms>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('warehouse')
    .select(['id', 'code', 'name', 'type', 'cityId', 'status', 'logisticsModes', 'staffIds'])
    .where('id', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  const configs = await db
    .selectFrom('wareHouseConfig')
    .selectAll()
    .where('warehouseId', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  const byWarehouse = new Map(configs.map((one) => [one.warehouseId, one]))
  return new Map(
    rows.flatMap((row): [number, WarehouseTerms][] => {
      const config = byWarehouse.get(row.id)
      return config === undefined ? [] : [[row.id, { ...row, config }]]
    }),
  )
}

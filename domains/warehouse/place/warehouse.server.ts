import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, insertRows } from '#kit/server/rows.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { wareHouseConfig } from './config.entity.ts'
import { section } from './section.entity.ts'
import { SYSTEM_SECTIONS, sectionBarcode, sellableOf } from './section.rules.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { VIRTUAL, warehouse } from './warehouse.entity.ts'

type WarehouseRow = EntityRow<typeof warehouse>

/** Gives a new warehouse its system sections and its config. Warehouse §4.1. */
async function furnish(tx: Tx, { id, code, type }: WarehouseRow): Promise<void> {
  await insertRow(tx, wareHouseConfig, {
    warehouseId: id,
    channelIds: CHANNELS.map((one) => one.value),
  })
  if (type === VIRTUAL) return
  await insertRows(
    tx,
    section,
    SYSTEM_SECTIONS.map((one) => ({
      ...one,
      warehouseId: id,
      sellable: sellableOf(one.type, undefined),
      barCode: sectionBarcode(code, one.code),
      isSystem: 1 as const,
    })),
  )
}

export const warehouseServed = standardHandlers(warehouse, warehouseCalls, {
  chosen: 'enabled',
  async saved(tx, row, before) {
    if (before === null) await furnish(tx, row)
  },
})

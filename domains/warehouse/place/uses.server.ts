import { type SqlBool, sql } from 'kysely'
import { declareUse } from '#kit/server/refs.ts'
import { usesBy, usesByAll } from '#kit/server/usesBy.ts'

/** Places that keep a warehouse from being disabled, in the words of §12. */
export const STOCK = '库存'
export const OPEN = '未完成单据'

/**
 * Documents that name warehouses by these columns: those for which `open` holds keep them from being disabled, the others
 * only from being deleted. Warehouse §12.
 */
export function documentUses(
  table: string,
  label: string,
  columns: readonly string[],
  open = sql<SqlBool>`"auditStatus" <> 1`,
) {
  return usesByAll(
    columns.flatMap((column) => [
      usesBy(table, column, OPEN, { when: open }),
      usesBy(table, column, label, { when: sql<SqlBool>`not (${open})`, past: true }),
    ]),
  )
}

/** Something lies in a warehouse, is promised from it or on its way to it. */
const STOCKED = sql<SqlBool>`"onHand" + "reserved" + "inTransit" > 0`

/** Who names warehouses: the rooms below by references that this room makes real, and the ledger. Doors §3 declareUse. */
export const warehouseUses = [
  declareUse('warehouse', usesBy('stock', 'warehouseId', STOCK, { when: STOCKED })),
  declareUse(
    'warehouse',
    usesBy('stock', 'warehouseId', '库存记录', { when: sql<SqlBool>`not (${STOCKED})`, past: true }),
  ),
  declareUse('warehouse', usesBy('store', 'warehouseId', '门店')),
  declareUse('warehouse', usesBy('shouda', 'warehouseId', '售达方')),
  declareUse('warehouse', usesBy('shipTo', 'warehouseId', '送达方')),
  declareUse('warehouse', usesBy('supplier', 'warehouseIds', '供应商', { many: true })),
  declareUse('warehouse', usesBy('logisticsProvider', 'warehouseIds', '物流商', { many: true })),
  declareUse('warehouse', usesBy('salesChannel', 'defaultWarehouseId', '销售渠道')),
  declareUse('warehouse', usesBy('productChannel', 'deliveryWarehouse', '渠道商品', { many: true })),
  declareUse('section', usesBy('sapWmsGroup', 'putawaySection', 'SAP仓储分组', { many: true })),
  declareUse('section', usesBy('wmsProduct', 'defaultSectionId', '仓储商品')),
  declareUse('section', usesBy('wmsProduct', 'pickSectionId', '仓储商品')),
  declareUse('store', usesBy('warehouse', 'storeId', '仓库')),
  declareUse('supplier', usesBy('warehouse', 'supplierId', '仓库')),
  declareUse('logisticsProvider', usesBy('warehouse', 'logisticsProviderId', '仓库')),
]

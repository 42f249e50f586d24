import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { declareUse, type Use } from '#kit/server/refs.ts'

type UseReader = (tx: Tx, ids: readonly number[]) => Promise<Use[]>

/** Places that keep a warehouse from being disabled, in the words of §12. */
export const STOCK = '库存'
export const OPEN = '未完成单据'

/** How many living rows of a table name each of the ids by a column; `when` narrows them. */
function countBy(table: string, column: string, when = sql<SqlBool>`true`) {
  return async (tx: Tx, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; n: number }>`
      select ${sql.ref(column)} as "id", count(*)::int as "n" from ${sql.table(table)}
      where ${sql.ref(column)} = any(${sql.val([...ids])}::int[]) and "isDel" = 0 and ${when} group by 1`.execute(
      tx,
    )
    return rows
  }
}

/** The same where a column holds several ids. */
function countAmong(table: string, column: string) {
  return async (tx: Tx, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; n: number }>`
      select u."id", count(*)::int as "n" from unnest(${sql.val([...ids])}::int[]) as u ("id")
      join ${sql.table(table)} t on t.${sql.ref(column)} @> array[u."id"] and t."isDel" = 0 group by 1`.execute(
      tx,
    )
    return rows
  }
}

/** Rows that name a warehouse, whatever becomes of them. */
const named =
  (place: string, count: ReturnType<typeof countBy>): UseReader =>
  async (tx, ids) =>
    (await count(tx, ids)).map((row) => ({ ...row, place }))

/**
 * Documents that name warehouses by these columns: those for which `open` holds keep them from being disabled, the others
 * only from being deleted. Warehouse §12.
 */
export function documentUses(
  table: string,
  label: string,
  columns: readonly string[],
  open = sql<SqlBool>`"auditStatus" <> 1`,
): UseReader {
  return async (tx, ids) => {
    const uses: Use[] = []
    for (const column of columns) {
      for (const row of await countBy(table, column, open)(tx, ids)) uses.push({ ...row, place: OPEN })
      for (const row of await countBy(table, column, sql<SqlBool>`not (${open})`)(tx, ids))
        uses.push({ ...row, place: label, past: true })
    }
    return uses
  }
}

/** What lies in a warehouse, is promised from it or on its way to it; and that anything ever did. */
const stockUses: UseReader = async (tx, ids) => {
  const now = sql<SqlBool>`"onHand" + "reserved" + "inTransit" > 0`
  const uses: Use[] = []
  for (const row of await countBy('stock', 'warehouseId', now)(tx, ids)) uses.push({ ...row, place: STOCK })
  for (const row of await countBy('stock', 'warehouseId', sql<SqlBool>`not (${now})`)(tx, ids))
    uses.push({ ...row, place: '库存记录', past: true })
  return uses
}

/** Who names warehouses: the rooms below by references that this room makes real, and the ledger. Doors §3 declareUse. */
export const warehouseUses = [
  declareUse('warehouse', stockUses),
  declareUse('warehouse', named('门店', countBy('store', 'warehouseId'))),
  declareUse('warehouse', named('售达方', countBy('shouda', 'warehouseId'))),
  declareUse('warehouse', named('送达方', countBy('shipTo', 'warehouseId'))),
  declareUse('warehouse', named('供应商', countAmong('supplier', 'warehouseIds'))),
  declareUse('warehouse', named('物流商', countAmong('logisticsProvider', 'warehouseIds'))),
  declareUse('warehouse', named('销售渠道', countBy('salesChannel', 'defaultWarehouseId'))),
  declareUse('warehouse', named('渠道商品', countAmong('productChannel', 'deliveryWarehouse'))),
  declareUse('section', named('SAP仓储分组', countAmong('sapWmsGroup', 'putawaySection'))),
  declareUse('section', named('仓储商品', countBy('wmsProduct', 'defaultSectionId'))),
  declareUse('section', named('仓储商品', countBy('wmsProduct', 'pickSectionId'))),
  declareUse('store', named('仓库', countBy('warehouse', 'storeId'))),
  declareUse('supplier', named('仓库', countBy('warehouse', 'supplierId'))),
  declareUse('logisticsProvider', named('仓库', countBy('warehouse', 'logisticsProviderId'))),
]

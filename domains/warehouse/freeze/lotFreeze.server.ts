import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { today } from '#kit/shared/time.ts'
import { totalOf } from '../document/document.rules.ts'
import { withCards } from '../document/leaving.server.ts'
import { freeze as freezeStock } from '../stock/hold.server.ts'
import { type Unsellable, unsellableLots } from '../stock/lotWatch.server.ts'
import { FREEZE, freeze } from './freeze.entity.ts'
import { lineNames, refreshFreezes } from './remains.server.ts'

/**
 * Freezes what is free of lots that must not be sold any more: one document of each warehouse and reason, in force at once.
 * Answers how many documents were made. Warehouse §2.6, §13 lotWatch.
 */
export async function freezeUnsellable(db: Db, day = today()): Promise<number> {
  const lots = (await unsellableLots(db, day)).filter((one) => one.q > 0)
  const groups = Map.groupBy(lots, ({ warehouseId, reason }) => `${warehouseId} ${reason}`)
  for (const group of groups.values()) await asSystem(db, (tx) => freezeLots(tx, group, day))
  return groups.size
}

/** What is frozen at a place; 3: it was not found there. */
type FrozenLot = Omit<Unsellable, 'reason' | 'lotId' | 'allocated'> & { reason: 3 | Unsellable['reason'] }

/**
 * A freeze of these places, of one warehouse and reason, approved by the system and in force at once. What accounts hold of a sku
 * stays with them. Warehouse §2.6, §5.2.
 */
export async function freezeLots(tx: Tx, lots: readonly FrozenLot[], day = today()): Promise<void> {
  const [first] = lots
  if (first === undefined) return
  const { warehouseId, reason } = first
  const left = await publicOf(tx, warehouseId)
  const taken = lots.flatMap((lot) => {
    const q = Math.min(lot.q, left.get(lot.skuId) ?? 0)
    left.set(lot.skuId, (left.get(lot.skuId) ?? 0) - q)
    return q > 0 ? [{ ...lot, q }] : []
  })
  if (taken.length === 0) return
  const names = await lineNames(tx, taken.length)
  const lines = await withCards(
    tx,
    taken.map(({ skuId, sectionId, lotNo, expiryDate, q }, at) => ({
      ...{ skuId, productName: '', skuCode: '', suk: '', unitName: '', sectionId, lotNo, expiryDate },
      ...{ qty: q / 1000, freezeLineId: names[at] ?? null, remark: '' },
    })),
  )
  const row = await insertRow(tx, freeze, {
    ...{ freezeNo: await nextNumber(tx, 'DJ'), type: FREEZE, warehouseId, bizDate: day, reason, lines },
    ...{ totalQty: totalOf(lines), auditStatus: 1, auditTime: new Date(), opinion: '系统自动冻结' },
  })
  const head = { source: { type: freeze.name, id: row.id, sn: row.freezeNo }, action: 'post', day }
  await freezeStock(
    tx,
    head,
    taken.map(({ stockLotId, skuId, q }, at) => ({
      ...{ lineId: names[at] ?? 0, warehouseId, skuId, q, from: { stockLotId } },
    })),
  )
  await refreshFreezes(tx, names)
}

/** What is public of each sku of a warehouse, in thousandths. */
async function publicOf(tx: Tx, warehouseId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ skuId: number; q: number }>`
    select "skuId", ("publicAvail" * 1000)::bigint as "q" from "stock" where "warehouseId" = ${warehouseId} and "publicAvail" > 0`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.skuId, row.q]))
}

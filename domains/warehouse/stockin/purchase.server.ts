import { skuCards } from '#domains/catalog/catalog.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { toQ } from '../document/document.rules.ts'
import { openTerms } from '../document/document.server.ts'
import { type InboundDoor, type InboundLine, inboundDoor } from '../stock/declare.server.ts'
import type { Stockin } from './stockin.rules.ts'

type Line = Stockin['lines'][number]

function doorOf(db: Db): InboundDoor {
  const door = inboundDoor(db)
  if (door === undefined) throw refuse('采购尚未启用，请选择其他入库类型', 'type')
  return door
}

/** A line of a receipt that belongs to no purchase order. */
export const unbought = (line: Line): Line => ({
  ...line,
  planQty: null,
  purchaseSn: '',
  purchaseLineId: null,
})

/** What is still to be delivered of a purchase order, as lines of a receipt. 422 采购尚未启用. Warehouse §4.5. */
export async function openOf(db: Db, purchaseSn: string, warehouseId: number | null) {
  const isBlind = warehouseId !== null && (await openTerms(db, warehouseId)).config.blindReceive === 1
  const open = (await doorOf(db).openLines(db, purchaseSn)).filter(({ q }) => q > 0)
  const cards = await skuCards(
    db,
    open.map((one) => one.skuId),
  )
  return open.map(({ purchaseLineId, supplierId, skuId, q, price }) => {
    const { productName = '', skuCode = '', suk = '', unitName = '' } = cards.get(skuId) ?? {}
    const names = { productName, skuCode, suk, unitName }
    return {
      purchaseSn,
      purchaseLineId,
      supplierId,
      skuId,
      ...names,
      planQty: isBlind ? 0 : q / 1000,
      price: formatMoney(price),
    }
  })
}

/** The open lines of all purchase orders that lines name, by line. */
async function openLines(db: Db, lines: readonly Line[]): Promise<Map<string, InboundLine>> {
  const door = doorOf(db)
  const found = new Map<string, InboundLine>()
  for (const purchaseSn of new Set(lines.map((one) => one.purchaseSn)))
    if (purchaseSn !== '')
      for (const line of await door.openLines(db, purchaseSn))
        found.set(`${purchaseSn} ${line.purchaseLineId}`, line)
  return found
}

const keyOf = ({ purchaseSn, purchaseLineId }: Line): string => `${purchaseSn} ${purchaseLineId ?? 0}`

/**
 * Lines of a purchase receipt name their order, are of its supplier and sku, and bring no more than is open and the warehouse takes in
 * excess of the order. 422 请选择供应商, 请按采购单载入明细, 收货数量超出订单数量. Warehouse §4.5, §10.
 */
export async function checkPurchased(
  tx: Tx,
  { supplierId, lines }: Pick<Stockin, 'supplierId' | 'lines'>,
  overReceivePct: number,
): Promise<void> {
  if (supplierId === null) throw refuse('请选择供应商', 'supplierId')
  const open = await openLines(tx, lines)
  const sums = new Map<string, number>()
  const faults: FieldError[] = []
  for (const [at, line] of lines.entries()) {
    const of = open.get(keyOf(line))
    if (of === undefined || of.skuId !== line.skuId) {
      faults.push({ field: `lines.${at}.productName`, message: '请按采购单载入明细' })
      continue
    }
    if (of.supplierId !== supplierId)
      faults.push({ field: `lines.${at}.productName`, message: '采购单不属于该供应商' })
    const sum = (sums.get(keyOf(line)) ?? 0) + toQ(line.qty)
    sums.set(keyOf(line), sum)
    const excess = Math.floor(((of.ordered ?? of.q) * Math.round(overReceivePct * 100)) / 10_000)
    if (sum > of.q + excess) faults.push({ field: `lines.${at}.qty`, message: '收货数量超出订单数量' })
  }
  if (faults.length > 0) throw refuseFields(faults)
}

/** Lines with what the order says of them: how much is open, and at which price. */
export async function priced(tx: Tx, lines: readonly Line[]): Promise<Line[]> {
  const open = await openLines(tx, lines)
  return lines.map((line) => {
    const of = open.get(keyOf(line))
    return of === undefined ? line : { ...line, planQty: of.q / 1000, price: of.price }
  })
}

/** Tells the purchase side what came of its orders, or with -1 that it went back. 409 without purchases. Doors §3 declareInbound. */
export async function tellPurchase(tx: Tx, row: Stockin, sign: 1 | -1): Promise<void> {
  const door = inboundDoor(tx)
  if (door === undefined) throw conflict('采购尚未启用，不能入库')
  const { config } = await openTerms(tx, row.warehouseId)
  await door.lock(tx, [...new Set(row.lines.map((one) => one.purchaseSn))])
  await door.received(
    tx,
    { stockinId: row.id, stockinSn: row.stockinSn },
    row.lines.map((line, at) => ({
      ...{ purchaseSn: line.purchaseSn, purchaseLineId: line.purchaseLineId ?? 0, lineId: at + 1 },
      ...{ q: sign * toQ(line.qty), overReceive: config.overReceivePct },
    })),
  )
}

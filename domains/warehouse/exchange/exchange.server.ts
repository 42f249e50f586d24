import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { findRow, lockRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { toQ, totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import { withCards } from '../document/leaving.server.ts'
import { exchangeDoor } from '../stock/declare.server.ts'
import { receive } from '../stock/receive.server.ts'
import { reverse } from '../stock/reverse.server.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { stockout } from '../stockout/stockout.entity.ts'
import { exchangeCalls as calls, exchangeDocument } from './exchange.document.ts'
import { EXCHANGE, exchangeInBill } from './exchange.entity.ts'
import { type ExchangeIn, exchangeFaults } from './exchange.rules.ts'

/** Stock-outs that goods come in against: 换出出库, and what went back to its supplier. Warehouse §4.6. */
const OUT_TYPES = [6, 2] as const

const sourceOf = ({ id, exchangeSn: sn }: Pick<ExchangeIn, 'id' | 'exchangeSn'>) => ({
  type: exchangeInBill.name,
  id,
  sn,
})

/** Thousandths of each sku that other exchanges, handed in or approved, draw against a stock-out. */
async function drawnOf(db: Db, stockoutId: number, except: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ skuId: number; q: number }>`
    select (l->>'outSkuId')::int as "skuId", sum(round((l->>'outQty')::numeric * 1000))::bigint as "q"
    from "exchangeInBill" e cross join jsonb_array_elements(e."lines") l
    where e."stockoutId" = ${stockoutId} and e."isDel" = 0 and e."reversed" = 0 and e."auditStatus" in (0, 1, 3) and e."id" <> ${except}
      and l->>'outSkuId' is not null group by 1`.execute(db)
  return new Map(rows.map((row) => [row.skuId, row.q]))
}

/** Whether the goods went out of which these come in, and no more of them than did. Answers who gets or got them. */
async function checkOut(tx: Tx, row: ExchangeIn): Promise<number | null> {
  const out = await findRow(tx, stockout, row.stockoutId ?? 0)
  if (out === undefined || !OUT_TYPES.some((one) => one === out.type))
    throw refuse('请选择换出或采购退货的出库单', 'stockoutId')
  if (out.auditStatus !== 1 || out.reversed === 1) throw refuse('出库单未审核通过或已冲销', 'stockoutId')
  const supplierId = out.supplierId ?? row.supplierId
  if (supplierId === null) throw refuse('请选择供应商', 'supplierId')
  if (row.supplierId !== null && row.supplierId !== supplierId)
    throw refuse('出库单不属于该供应商', 'supplierId')
  const left = new Map<number, number>()
  for (const { skuId, qty } of out.lines) left.set(skuId, (left.get(skuId) ?? 0) + toQ(qty))
  for (const [skuId, q] of await drawnOf(tx, out.id, row.id ?? 0)) left.set(skuId, (left.get(skuId) ?? 0) - q)
  const faults: FieldError[] = []
  for (const [at, { outSkuId, outQty }] of row.lines.entries()) {
    const rest = left.get(outSkuId ?? 0) ?? 0
    const asked = toQ(outQty ?? 0)
    if (asked > rest)
      faults.push({ field: `lines.${at}.outQty`, message: `超过未换入的换出数量${rest / 1000}` })
    left.set(outSkuId ?? 0, rest - asked)
  }
  if (faults.length > 0) throw refuseFields(faults)
  return supplierId
}

async function check(tx: Tx, row: ExchangeIn): Promise<{ supplierId: number | null }> {
  checkDay(row.bizDate, await openTerms(tx, row.warehouseId))
  const sections = await sectionsOf(tx, [row.warehouseId])
  const faults = exchangeFaults(row, (id) => sections.get(id)?.type)
  if (faults.length > 0) throw refuseFields(faults)
  await checkGoods(tx, row.warehouseId, row.lines, sections)
  if (row.exchangeType === EXCHANGE.supplier) return { supplierId: await checkOut(tx, row) }
  if (exchangeDoor(tx) === undefined)
    throw refuse('售后尚未启用，客户换货请在售后启用后登记；与供应商换货请选择供应商换货', 'exchangeType')
  const missing = row.lines.findIndex((line) => line.refundLineId === null)
  if (missing >= 0)
    throw refuseFields([{ field: `lines.${missing}.productName`, message: '商品不在售后单中' }])
  return { supplierId: null }
}

interface Worth {
  skuId: number
  cents: number
}

/** What came in less what went out, at the moving averages of the warehouse, in cents; customers exchange at the same price. */
async function diffOf(db: Db, { exchangeType, warehouseId, lines }: ExchangeIn): Promise<number> {
  if (exchangeType === EXCHANGE.customer) return 0
  const skus = lines.flatMap((line) => [line.skuId, line.outSkuId ?? 0])
  const { rows } = await sql<Worth>`
    select "skuId", "avgCost"::float8 * 100 as "cents" from "stock"
    where "warehouseId" = ${warehouseId} and "skuId" = any(${sql.val(skus)}::int[])`.execute(db)
  const worth = new Map(rows.map((row) => [row.skuId, row.cents]))
  const of = (skuId: number | null, qty: number | null) =>
    Math.round((worth.get(skuId ?? 0) ?? 0) * (qty ?? 0))
  return lines.reduce((sum, line) => sum + of(line.skuId, line.qty) - of(line.outSkuId, line.outQty), 0)
}

const outQtyOf = (lines: ExchangeIn['lines']): number =>
  lines.reduce((sum, { outQty }) => sum + toQ(outQty ?? 0), 0) / 1000

const handlers = serveDocument(exchangeDocument, {
  chosen: 'any',
  record: { code: 'exchangeSn' },
  async prepare(tx, values, before) {
    const row = wholeRow(exchangeInBill, before, values)
    const { supplierId } = await check(tx, row)
    const isOfCustomer = row.exchangeType === EXCHANGE.customer
    return {
      ...values,
      ...(isOfCustomer ? { stockoutId: null } : { refundSn: '', customer: '' }),
      supplierId,
      lines: await withCards(tx, row.lines),
      totalQty: totalOf(row.lines),
      outQty: outQtyOf(row.lines),
      priceDiff: await diffOf(tx, row),
      outState: isOfCustomer ? (0 as const) : (1 as const),
    }
  },
  // What the goods come in against is locked before the bill, as everywhere. Doors §5.
  async ahead(tx, id) {
    const row = await findRow(tx, exchangeInBill, id)
    if (row?.stockoutId != null) await lockRow(tx, stockout, row.stockoutId, { anyScope: true })
    if (row !== undefined && row.refundSn !== '') await exchangeDoor(tx)?.lock(tx, row.refundSn)
  },
  async complete(tx, row) {
    await check(tx, row)
  },
  passes: (tx, row) => passesBySetting(tx, row.warehouseId, 'exchangeInBill'),
  async approved(tx, row) {
    await check(tx, row)
    const { warehouseId, supplierId, bizDate, lines } = row
    const head = { source: sourceOf(row), action: 'post', day: bizDate }
    await receive(
      tx,
      head,
      lines.map(({ skuId, sectionId, qty, lotNo, productionDate }, at) => ({
        ...{ lineId: at + 1, warehouseId, skuId, sectionId, q: toQ(qty) },
        ...(lotNo === '' ? {} : { lot: { lotNo, productionDate, supplierId } }),
      })),
      171,
    )
    if (row.exchangeType !== EXCHANGE.customer) return
    const came = lines.map(({ refundLineId, qty }) => ({ refundLineId: refundLineId ?? 0, q: toQ(qty) }))
    await exchangeDoor(tx)?.received(tx, row.refundSn, came)
  },
})

const served = [
  change(calls.reverse, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, exchangeInBill, id)
    if (row.auditStatus !== 1) throw conflict('换入单未审核通过，不能冲销')
    if (row.reversed === 1) throw conflict('单据已冲销')
    if (row.exchangeType === EXCHANGE.customer) throw conflict('客户换货已转入售后，请在售后单处理')
    await reverse(tx, sourceOf(row), 'post', reason)
    await updateRow(tx, exchangeInBill, row, { reversed: 1 }, { anyField: true })
  }),
]

export const exchangeServed = { ...handlers, served: [...handlers.served, ...served] }

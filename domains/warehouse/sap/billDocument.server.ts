import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { conflict, type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { today } from '#kit/shared/time.ts'
import { dayFault, toQ, totalOf } from '../document/document.rules.ts'
import { openTerms } from '../document/document.server.ts'
import { withCards } from '../document/leaving.server.ts'
import { sectionsFor } from '../document/sectionsFor.server.ts'
import { type InboundLine, inboundDoor } from '../stock/declare.server.ts'
import { PURCHASED, stockin } from '../stockin/stockin.entity.ts'
import { amountOf } from '../stockin/stockin.rules.ts'
import { stockout } from '../stockout/stockout.entity.ts'
import { warehouseAt } from './arrival.server.ts'
import { BILL, billTable, sapBill } from './sapBill.entity.ts'
import { type Bill, type BillLine, documentOf } from './sapBill.rules.ts'
import { skusOf } from './skus.server.ts'

/** A line of a bill with its sku and place. */
interface Ready {
  at: number
  line: BillLine
  skuId: number
  sectionId: number | null
}

/** The sections that lines name, by their codes. 422 at the line. */
async function sectionIds(
  db: Db,
  warehouseId: number,
  lines: readonly BillLine[],
): Promise<Map<string, number>> {
  const codes = [...new Set(lines.map((one) => one.sectionCode.toLowerCase()))].filter((code) => code !== '')
  const { rows } = await sql<{ id: number; code: string }>`
    select "id", lower("code") as "code" from "section" where "warehouseId" = ${warehouseId} and "isDel" = 0
      and lower("code") = any(${sql.val(codes)}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.code, row.id]))
}

/** Lines that no posting answers to, with what they mean here. 422 with every line that means nothing. */
async function readyLines(tx: Tx, row: Bill, warehouseId: number): Promise<Ready[]> {
  const open = row.lines.map((line, at) => ({ line, at })).filter(({ line }) => line.postingId === null)
  const skus = await skusOf(
    tx,
    open.map(({ line }) => line.productId ?? 0),
  )
  const sections = await sectionIds(tx, warehouseId, row.lines)
  const faults: FieldError[] = []
  const ready = open.flatMap(({ line, at }): Ready[] => {
    const skuId = skus.get(line.productId ?? 0)
    const sectionId = sections.get(line.sectionCode.toLowerCase()) ?? null
    const wrong = (field: string, message: string) =>
      void faults.push({ field: `lines.${at}.${field}`, message: `第${at + 1}行：${message}` })
    if (line.sectionCode !== '' && sectionId === null)
      wrong('sectionCode', `库区 ${line.sectionCode} 不属于该仓库`)
    if (skuId === undefined) wrong('sapCode', `物料 ${line.sapCode} 有多个规格，请手工开单`)
    return skuId === undefined ? [] : [{ at, line, skuId, sectionId }]
  })
  if (faults.length > 0) throw refuseFields(faults)
  return ready
}

/** Items of the same goods, place and lot are one line of our document. */
function merged<L extends { skuId: number; sectionId: number | null; lotNo: string; qty: number }>(
  lines: readonly L[],
  apart: (line: L) => string = () => '',
): L[] {
  const keyOf = (line: L) => `${line.skuId} ${line.sectionId} ${line.lotNo.toLowerCase()} ${apart(line)}`
  return [...Map.groupBy(lines, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, qty: [first, ...others].reduce((sum, { qty }) => sum + toQ(qty), 0) / 1000 }],
  )
}

/** The purchase lines that lines of a receipt bring. 409 without purchases; 422 for what its order does not await. */
async function bought(tx: Tx, lines: readonly Ready[]): Promise<Map<number, InboundLine>> {
  const door = inboundDoor(tx)
  if (door === undefined) throw conflict('采购启用后才能生成采购入库单，请匹配或忽略')
  const open = new Map<string, readonly InboundLine[]>()
  for (const sn of new Set(lines.map(({ line }) => line.poNo)))
    if (sn !== '') open.set(sn, await door.openLines(tx, sn))
  const faults: FieldError[] = []
  const found = new Map<number, InboundLine>()
  for (const { at, line, skuId } of lines) {
    const of = open.get(line.poNo)?.find((one) => one.skuId === skuId && one.q > 0)
    if (of !== undefined) found.set(at, of)
    else
      faults.push({
        field: `lines.${at}.poNo`,
        message: `第${at + 1}行：采购订单 ${line.poNo || '未填写'} 没有待收的物料 ${line.sapCode}`,
      })
  }
  if (faults.length > 0) throw refuseFields(faults)
  return found
}

const bizDateOf = (row: Bill, closeMonth: string): string =>
  dayFault(row.postingDate, today(), closeMonth) === null ? row.postingDate : today()

interface Draft {
  row: Bill
  warehouseId: number
  bizDate: string
  lines: readonly Ready[]
  sourceSn: string
}

async function draftStockin(tx: Tx, type: 1 | 6 | 7, { row, warehouseId, bizDate, lines, sourceSn }: Draft) {
  const purchases = type === PURCHASED ? await bought(tx, lines) : new Map<number, InboundLine>()
  const sectionOf = await sectionsFor(
    tx,
    warehouseId,
    lines.map((one) => one.skuId),
  )
  const made = await withCards(
    tx,
    merged(
      lines.map(({ at, line, skuId, sectionId }) => {
        const of = purchases.get(at)
        return {
          ...{
            skuId,
            productName: '',
            skuCode: '',
            suk: '',
            unitName: '',
            productionDate: null,
            expiryDate: null,
          },
          ...{ sectionId: sectionId ?? sectionOf(skuId), lotNo: line.charg, qty: line.qty },
          scanQty: 0,
          planQty: of === undefined ? null : of.q / 1000,
          price: of?.price ?? (line.amount === null ? null : Math.round(line.amount / line.qty)),
          ...{ purchaseSn: of === undefined ? '' : line.poNo, purchaseLineId: of?.purchaseLineId ?? null },
          ...{ grade: 'A' as const, rejectQty: 0, rejectReason: null, remark: line.reason },
        }
      }),
      (line) => `${line.purchaseLineId}`,
    ),
  )
  return insertRow(
    tx,
    stockin,
    {
      ...{ stockinSn: await nextNumber(tx, 'RK'), type, warehouseId, bizDate, sourceSn, lines: made },
      ...{ supplierId: [...purchases.values()][0]?.supplierId ?? null, deliveryNoteNo: row.referenceNo },
      ...{ totalQty: totalOf(made), totalAmount: amountOf(made), auditStatus: -1 },
    },
    { anyScope: true },
  )
}

async function draftStockout(
  tx: Tx,
  type: 2 | 3 | 4 | 5,
  { row, warehouseId, bizDate, lines, sourceSn }: Draft,
) {
  const made = await withCards(
    tx,
    merged(
      lines.map(({ line, skuId, sectionId }) => ({
        ...{ skuId, productName: '', skuCode: '', suk: '', unitName: '', expiryDate: null, reason: null },
        ...{ sectionId, lotNo: line.charg, qty: line.qty, freezeLineId: null, freezeNo: '' },
        ...{ hold: null, stockLotId: null, remark: line.reason },
      })),
    ),
  )
  const { rows } = await sql<{ id: number }>`
    select "id" from "supplier" where lower("supplierCode") = lower(${row.vendorCode}) and "isDel" = 0 limit 1`.execute(
    tx,
  )
  return insertRow(
    tx,
    stockout,
    {
      ...{ stockoutSn: await nextNumber(tx, 'CK'), type, warehouseId, bizDate, sourceSn, lines: made },
      ...{ supplierId: type === 2 ? (rows[0]?.id ?? null) : null },
      ...{ totalQty: totalOf(made), auditStatus: -1 },
    },
    { anyScope: true },
  )
}

/**
 * 生成入库/出库单: a draft by the movement type, over what no posting of ours answers to. It posts as any other, and SAP, which has booked it
 * already, is not told again (billOf). Warehouse §2.2, §5.1.
 */
export async function generateDocument(
  tx: Tx,
  id: number,
): Promise<{ type: 'stockin' | 'stockout'; id: number; sn: string }> {
  const row = await lockRow(tx, sapBill, id)
  guardState(billTable, 'generate', row.status)
  const made = documentOf(row)
  const warehouseId = row.warehouseId ?? (await warehouseAt(tx, row))
  if (warehouseId === null)
    throw refuse(`工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，不能生成单据`)
  const { config } = await openTerms(tx, warehouseId)
  const draft: Draft = {
    ...{ row, warehouseId, bizDate: bizDateOf(row, config.closeMonth ?? '') },
    lines: await readyLines(tx, row, warehouseId),
    sourceSn: `${row.sapBillNo}/${row.sapYear}`,
  }
  const { id: docId, sn } =
    made.of === 'stockin'
      ? await draftStockin(tx, made.type, draft).then((one) => ({ id: one.id, sn: one.stockinSn }))
      : await draftStockout(tx, made.type, draft).then((one) => ({ id: one.id, sn: one.stockoutSn }))
  const relatedSn = [...new Set([...row.lines.map((line) => line.postingSn), sn])]
    .filter((one) => one !== '')
    .join('、')
  await updateRow(
    tx,
    sapBill,
    row,
    { warehouseId, status: BILL.made, docType: made.of, docId, relatedSn },
    { anyField: true },
  )
  return { type: made.of, id: docId, sn }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { today } from '#kit/shared/time.ts'
import { totalOf } from '../document/document.rules.ts'
import {
  type Arrival,
  digestOf,
  keepRaw,
  lockKey,
  materialFaults,
  placeOf,
  productNames,
  productsOf,
  rawOf,
} from './arrival.server.ts'
import { generateDocument } from './billDocument.server.ts'
import { dropMatches, matchBill } from './billMatch.server.ts'
import { billOpenCalls, billCalls as calls } from './sapBill.calls.ts'
import { BILL, BILL_STATES, billTable, sapBill } from './sapBill.entity.ts'
import { type Bill, type BillLine, billFaults } from './sapBill.rules.ts'
import { BY_HAND, BY_INTERFACE, BY_SHEET, type SapSource } from './sapSource.ts'
import { sapSheet } from './sheets.server.ts'

/** What SAP says of a bill, without what we make of it. */
type ToldBill = Pick<
  Bill,
  | 'sapBillNo'
  | 'sapYear'
  | 'moveType'
  | 'postingDate'
  | 'documentDate'
  | 'sapPlant'
  | 'sapStorageLocation'
  | 'referenceNo'
  | 'headerText'
  | 'vendorCode'
  | 'customerCode'
  | 'lines'
>

const toldLine = ({ productId: _p, productName: _n, postingId: _i, postingSn: _s, ...line }: BillLine) => line

/** A digest of what SAP said, the same whoever brought it. */
const hashOf = (told: ToldBill): string =>
  digestOf(
    told.lines.map((line) => Object.values(toldLine(line))),
    [told.moveType, told.postingDate, told.documentDate, told.sapPlant, told.sapStorageLocation],
    [told.referenceNo, told.headerText, told.vendorCode, told.customerCode],
  )

const nameOf = ({ sapBillNo, sapYear }: Pick<Bill, 'sapBillNo' | 'sapYear'>): string =>
  `${sapBillNo}/${sapYear}`

async function knownOf(tx: Tx, told: Pick<Bill, 'sapBillNo' | 'sapYear'>) {
  await lockKey(tx, sapBill, nameOf(told))
  const { rows } = await sql<{ id: number; contentHash: string }>`
    select "id", "contentHash" from "sapBill" where lower("sapBillNo") = lower(${told.sapBillNo}) and "sapYear" = ${told.sapYear}
      and "isDel" = 0`.execute(tx)
  return rows[0]
}

/** What is stored of a bill: its lines with their products, and what they come to. 422 with every line that is wrong. Warehouse §12. */
async function readTold(tx: Tx, told: ToldBill, source: SapSource) {
  if (told.postingDate > today()) throw refuse('过账日期不能晚于今天', 'postingDate')
  const products = await productsOf(tx, told.lines)
  const faults = [...materialFaults(told.lines, products), ...billFaults(told.lines)]
  if (faults.length > 0) throw refuseFields(faults)
  const names = await productNames(tx, products.values())
  const known = ({ sapCode }: { sapCode: string }) => {
    const productId = products.get(sapCode.toLowerCase()) ?? null
    return { productId, productName: names.get(productId ?? 0) ?? '' }
  }
  return {
    warehouseId: await placeOf(tx, told, source),
    lineCount: told.lines.length,
    totalQty: totalOf(told.lines.map((line) => ({ skuId: null, qty: line.qty }))),
    contentHash: hashOf(told),
    lines: told.lines.map((line) => ({
      ...toldLine(line),
      ...known(line),
      ...{ postingId: null, postingSn: '' },
    })),
  }
}

/**
 * Takes a material document of SAP, whole or not at all. The same again, in whatever order it comes, changes nothing. 422 第{n}行：物料 {matnr}
 * 未映射 (all rows), 409 凭证 {no} 已存在且内容不同. Warehouse §5.1, §12.
 */
async function takeBill(
  tx: Tx,
  told: ToldBill,
  { source, batchNo = '', remark = '', raw }: Arrival,
): Promise<{ id: number; repeated: boolean }> {
  const known = await knownOf(tx, told)
  const ready = await readTold(tx, told, source)
  if (known?.contentHash === ready.contentHash) return { id: known.id, repeated: true }
  if (known !== undefined) throw conflict(`凭证 ${nameOf(told)} 已存在且内容不同`)
  const row = await insertRow(
    tx,
    sapBill,
    { ...told, ...ready, source, batchNo, remark, receiveTime: new Date() },
    { anyScope: true },
  )
  await keepRaw(tx, sapBill, row.id, raw)
  return { id: row.id, repeated: false }
}

/** Checks and completes what a person writes or a sheet brings. */
async function prepare(tx: Tx, values: Partial<Bill>, before: Bill | null): Promise<Partial<Bill>> {
  if (before !== null) {
    if (before.source === BY_INTERFACE) throw conflict('接口接收的数据不能修改')
    guardState(billTable, 'edit', before.status)
  }
  const row = wholeRow(sapBill, before, values)
  const known = await knownOf(tx, row)
  if (known !== undefined && known.id !== before?.id) throw refuse(`凭证 ${nameOf(row)} 已存在`, 'sapBillNo')
  const source = before?.source ?? values.source ?? BY_HAND
  const ready = await readTold(tx, row, source)
  return { ...values, ...ready, ...(before === null ? { source, receiveTime: new Date() } : {}) }
}

/** What a sheet told is what was sent; a form sends nothing. */
async function saved(tx: Tx, row: Bill, before: Bill | null, given: Partial<Bill>): Promise<void> {
  if (before === null && row.source === BY_SHEET)
    await keepRaw(tx, sapBill, row.id, { ...given, lines: row.lines.map(toldLine) })
}

const handlers = standardHandlers(sapBill, calls, {
  list: () => ({ dateColumn: 'postingDate' }),
  joined: true,
  prepare,
  async deleting(tx, row) {
    if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能删除')
    guardState(billTable, 'remove', row.status)
    await dropMatches(tx, row.id)
  },
})

const billImport = sapSheet(sapBill, {
  ...{ calls, key: ['sapBillNo', 'sapYear'], prepare, saved },
  examples: {
    ...{ sapBillNo: '5000001234', sapYear: '2026', moveType: '501', postingDate: '2026-03-01' },
    ...{ sapPlant: 'P100', sapStorageLocation: 'L001' },
  },
  notes: ['物料号须与商品的SAP物料号一致；接口接收、已匹配或已生成单据的凭证不能再导入'],
  faults: ({ values: { postingDate } }) =>
    typeof postingDate === 'string' && postingDate > today()
      ? [{ name: 'postingDate', message: '过账日期不能晚于今天' }]
      : [],
})

/** 忽略: nothing of ours follows from it; what matched in part is free again. Warehouse §5.1. */
async function ignore(tx: Tx, id: number, ignoreReason: string): Promise<void> {
  const row = await lockRow(tx, sapBill, id)
  guardState(billTable, 'ignore', row.status)
  await dropMatches(tx, id)
  const lines = row.lines.map((line) => ({ ...line, postingId: null, postingSn: '' }))
  const values = { status: BILL.ignored, ignoreReason, lines, relatedSn: '' }
  await updateRow(tx, sapBill, row, values, { anyField: true })
}

const served = [
  change(calls.match, (tx, _who, { id }) => matchBill(tx, id)),
  change(calls.generate, (tx, _who, { id }) => generateDocument(tx, id)),
  change(calls.ignore, (tx, _who, { id, reason }) => ignore(tx, id, reason)),
  read(calls.raw, async (db, who, { id }) => {
    await readRow(db, who, sapBill, id)
    return { payload: await rawOf(db, sapBill, id) }
  }),
  change(billOpenCalls.receive, (tx, _who, { batchNo, remark, ...told }, { body }) =>
    takeBill(tx, told, { source: BY_INTERFACE, batchNo, remark, raw: body }),
  ),
  servedCounts(calls.counts, sapBill, 'status', tabsOf(BILL_STATES), () => ({ dateColumn: 'postingDate' })),
]

export const billServed = {
  ...handlers,
  served: [...handlers.served, ...served],
  tasks: [...handlers.tasks, billImport],
}

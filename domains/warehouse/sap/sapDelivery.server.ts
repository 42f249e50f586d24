import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, readRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
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
import { cancelDelivery, matchDelivery, postBack, toTask } from './deliveryActs.server.ts'
import { deliveryFaults, type SapDelivery, type SapDeliveryLine, weightOf } from './sapDelivery.rules.ts'
import { sapDeliveryCalls as calls, sapDeliveryOpenCalls } from './sapDeliveryOrder.calls.ts'
import { SAP_DELIVERY_STATES, sapDeliveryOrder, sapDeliveryTable } from './sapDeliveryOrder.entity.ts'
import { BY_HAND, BY_INTERFACE, BY_SHEET, type SapSource } from './sapSource.ts'
import { sapSheet } from './sheets.server.ts'

/** What SAP says of a delivery, without what we make of it. */
type ToldDelivery = Pick<
  SapDelivery,
  | 'sapDeliveryNo'
  | 'deliveryType'
  | 'custType'
  | 'shoudaNum'
  | 'shipToCode'
  | 'planGiDate'
  | 'sapPlant'
  | 'sapStorageLocation'
  | 'route'
  | 'salesOrderNo'
  | 'poNo'
  | 'lines'
>

const toldLine = ({ productId: _p, productName: _n, shippedQty: _s, ...line }: SapDeliveryLine) => line

/** A digest of what SAP said, the same whoever brought it. */
const hashOf = (told: ToldDelivery): string =>
  digestOf(
    told.lines.map((line) => Object.values(toldLine(line))),
    [told.deliveryType, told.custType, told.shoudaNum, told.shipToCode, told.planGiDate],
    [told.sapPlant, told.sapStorageLocation, told.route, told.salesOrderNo, told.poNo],
  )

async function knownOf(tx: Tx, { sapDeliveryNo }: Pick<SapDelivery, 'sapDeliveryNo'>) {
  await lockKey(tx, sapDeliveryOrder, sapDeliveryNo)
  const { rows } = await sql<{ id: number; contentHash: string }>`
    select "id", "contentHash" from "sapDeliveryOrder" where lower("sapDeliveryNo") = lower(${sapDeliveryNo}) and "isDel" = 0`.execute(
    tx,
  )
  return rows[0]
}

/** What is stored of a delivery: its lines with their products, and what they come to. 422 with every line that is wrong. Warehouse §12. */
async function readTold(tx: Tx, told: ToldDelivery, source: SapSource) {
  const products = await productsOf(tx, told.lines)
  const faults = [...materialFaults(told.lines, products), ...deliveryFaults(told.lines)]
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
    totalWeight: weightOf(told.lines),
    contentHash: hashOf(told),
    lines: told.lines.map((line) => ({
      ...toldLine(line),
      ...known(line),
      ...{ shippedQty: null },
    })),
  }
}

/**
 * Takes a delivery order of SAP, whole or not at all. The same again changes nothing, wherever the first has got to. 422 第{n}行：物料 {matnr}
 * 未映射 (all rows), 409 凭证 {no} 已存在且内容不同. Warehouse §5.1, §12.
 */
async function takeDelivery(
  tx: Tx,
  told: ToldDelivery,
  { source, batchNo = '', remark = '', raw }: Arrival,
): Promise<{ id: number; repeated: boolean }> {
  const known = await knownOf(tx, told)
  const ready = await readTold(tx, told, source)
  if (known?.contentHash === ready.contentHash) return { id: known.id, repeated: true }
  if (known !== undefined) throw conflict(`凭证 ${told.sapDeliveryNo} 已存在且内容不同`)
  const row = await insertRow(
    tx,
    sapDeliveryOrder,
    { ...told, ...ready, source, batchNo, remark, receiveTime: new Date() },
    { anyScope: true },
  )
  await keepRaw(tx, sapDeliveryOrder, row.id, raw)
  return { id: row.id, repeated: false }
}

/** Checks and completes what a person writes or a sheet brings. */
async function prepare(
  tx: Tx,
  values: Partial<SapDelivery>,
  before: SapDelivery | null,
): Promise<Partial<SapDelivery>> {
  if (before !== null) {
    if (before.source === BY_INTERFACE) throw conflict('接口接收的数据不能修改')
    guardState(sapDeliveryTable, 'edit', before.status)
  }
  const row = wholeRow(sapDeliveryOrder, before, values)
  const known = await knownOf(tx, row)
  if (known !== undefined && known.id !== before?.id)
    throw refuse(`交货单 ${row.sapDeliveryNo} 已存在`, 'sapDeliveryNo')
  const source = before?.source ?? values.source ?? BY_HAND
  const ready = await readTold(tx, row, source)
  return { ...values, ...ready, ...(before === null ? { source, receiveTime: new Date() } : {}) }
}

/** What a sheet told is what was sent; a form sends nothing. */
async function saved(
  tx: Tx,
  row: SapDelivery,
  before: SapDelivery | null,
  given: Partial<SapDelivery>,
): Promise<void> {
  if (before === null && row.source === BY_SHEET)
    await keepRaw(tx, sapDeliveryOrder, row.id, { ...given, lines: row.lines.map(toldLine) })
}

const listOptions = () => ({ dateColumn: 'planGiDate' })

const handlers = standardHandlers(sapDeliveryOrder, calls, {
  list: listOptions,
  joined: true,
  prepare,
  async deleting(_tx, row) {
    if (row.source === BY_INTERFACE) throw conflict('接口接收的数据不能删除')
    guardState(sapDeliveryTable, 'remove', row.status)
  },
})

const deliveryImport = sapSheet(sapDeliveryOrder, {
  ...{ calls, key: 'sapDeliveryNo', prepare, saved },
  examples: {
    ...{ sapDeliveryNo: '8000001234', deliveryType: '标准', shoudaNum: '1000001', shipToCode: '2000001' },
    ...{ planGiDate: '2026-12-01', sapPlant: 'P100', sapStorageLocation: 'L001' },
  },
  notes: ['物料号须与商品的SAP物料号一致；接口接收和已处理的交货单不能再导入'],
})

const served = [
  change(calls.match, (tx, _who, { id }) => matchDelivery(tx, id)),
  change(calls.toTask, (tx, _who, { id }) => toTask(tx, id)),
  change(calls.postBack, (tx, _who, { id }) => postBack(tx, id)),
  change(calls.cancel, (tx, _who, { id, reason }) => cancelDelivery(tx, id, reason)),
  read(calls.raw, async (db, who, { id }) => {
    await readRow(db, who, sapDeliveryOrder, id)
    return { payload: await rawOf(db, sapDeliveryOrder, id) }
  }),
  change(sapDeliveryOpenCalls.receive, (tx, _who, { batchNo, remark, ...told }, { body }) =>
    takeDelivery(tx, told, { source: BY_INTERFACE, batchNo, remark, raw: body }),
  ),
  servedCounts(calls.counts, sapDeliveryOrder, 'status', tabsOf(SAP_DELIVERY_STATES), listOptions),
]

export const sapDeliveryServed = {
  ...handlers,
  served: [...handlers.served, ...served],
  tasks: [...handlers.tasks, deliveryImport],
}

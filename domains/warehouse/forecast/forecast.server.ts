import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { filterNumbers } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import { lockRow, lockRows, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import type { InOf } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { makeAppointment } from '../appoint/appoint.server.ts'
import { checkGoods, openTerms } from '../document/document.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { computeForecasts, proposalsOf } from './compute.server.ts'
import { forecastCalls as calls } from './forecast.calls.ts'
import { FORECAST, FORECAST_STATES, forecastTable, singleItemForecast } from './forecast.entity.ts'
import { needOf, wholes } from './forecast.rules.ts'

type Forecast = EntityRow<typeof singleItemForecast>

function checkPeriod(periodStart: string, periodEnd: string): void {
  if (periodEnd < periodStart) throw refuse('期间结束不能早于期间开始', 'periodEnd')
}

/** Of goods in these categories. */
const listOptions = (_who: unknown, { cateId = '' }: { readonly cateId?: unknown }) =>
  cateId === ''
    ? {}
    : {
        where: [
          sql<SqlBool>`"singleItemForecast"."skuId" in (select k."id" from "sku" k join "product" p on p."id" = k."productId"
            where p."cateId" && ${sql.val(filterNumbers(String(cateId), '商品分类', 'cateId'))}::int[])`,
        ],
      }

const handlers = standardHandlers(singleItemForecast, calls, {
  list: listOptions,
  joined: true,
  async prepare(tx, values, before) {
    if (before !== null) guardState(forecastTable, 'edit', before.status)
    const row = wholeRow(singleItemForecast, before, values)
    checkPeriod(row.periodStart, row.periodEnd)
    await openTerms(tx, row.warehouseId)
    const line = { skuId: row.skuId, qty: row.planQty }
    await checkGoods(tx, row.warehouseId, [line], await sectionsOf(tx, [row.warehouseId]))
    const of = (await proposalsOf(tx, row.warehouseId, [row.skuId])).get(row.skuId)
    if (of === undefined) throw refuse('商品不存在', 'skuId')
    const { boxQty, palletQty, expectDate, ...proposal } = of
    return {
      ...values,
      ...proposal,
      forecastQty: row.forecastQty ?? needOf(of.avgDaily, row.periodStart, row.periodEnd),
      ...{ boxes: wholes(row.planQty, boxQty), pallets: wholes(row.planQty, palletQty) },
      expectDate: row.expectDate ?? expectDate,
      ...(before === null ? { forecastSn: await nextNumber(tx, 'YB') } : {}),
    }
  },
  async deleting(_tx, row) {
    guardState(forecastTable, 'remove', row.status)
  },
  importing: {
    columns: [
      ...['warehouseId', 'skuId', 'supplierId', 'periodStart', 'periodEnd', 'forecastQty', 'planQty'],
      ...['expectDate', 'source', 'confidence', 'remark'],
    ],
    examples: {
      ...{ warehouseId: 'FZ-01', skuId: 'SK00000001', periodStart: '2026-12-01', periodEnd: '2026-12-14' },
      ...{ forecastQty: '260', planQty: '156', source: '采购', confidence: '80' },
    },
    alike: ['warehouseId', 'skuId', 'periodStart', 'periodEnd'],
    notes: ['仓库填写编码或名称，商品填写规格编码；导入的预测为草稿，生效后才作数'],
  },
})

/** Makes a forecast count: of a sku in a warehouse only one does at a time. Warehouse §5.10. */
async function effect(tx: Tx, id: number): Promise<void> {
  const row = await lockRow(tx, singleItemForecast, id)
  guardState(forecastTable, 'effect', row.status)
  await sql`select pg_advisory_xact_lock(hashtext(${`forecast ${row.warehouseId}`}), ${row.skuId})`.execute(
    tx,
  )
  const { rows } = await sql<{ sn: string }>`
    select "forecastSn" as "sn" from "singleItemForecast" where "warehouseId" = ${row.warehouseId} and "skuId" = ${row.skuId} and "isDel" = 0
      and "status" in (${FORECAST.effective}, ${FORECAST.appointed}) and "id" <> ${id}
      and "periodStart" <= ${row.periodEnd}::date and "periodEnd" >= ${row.periodStart}::date limit 1`.execute(
    tx,
  )
  const [other] = rows
  if (other !== undefined) throw conflict(`该商品在此期间已有生效的预测 ${other.sn}`)
  await updateRow(tx, singleItemForecast, row, { status: FORECAST.effective }, { anyField: true })
}

/** Books a dock for what several forecasts plan: of one warehouse and one supplier. */
async function toAppointment(
  tx: Tx,
  { ids, boxes, ...when }: InOf<typeof calls.toAppointment>,
): Promise<{ id: number }> {
  const rows: Forecast[] = [...(await lockRows(tx, singleItemForecast, ids)).values()]
  for (const row of rows) guardState(forecastTable, 'toAppointment', row.status)
  const [first] = rows
  if (first === undefined) throw refuse('请选择单品预测', 'ids')
  const { warehouseId, supplierId } = first
  if (supplierId === null) throw conflict('请先在预测中选择供应商，再转预约')
  if (rows.some((row) => row.warehouseId !== warehouseId || row.supplierId !== supplierId))
    throw conflict('只能把同一仓库、同一供应商的预测转为一张预约')
  if (rows.some((row) => row.planQty <= 0)) throw conflict('计划到货为0的预测不能转预约')
  const lines = rows.map(({ skuId, planQty }) => ({
    ...{ skuId, productName: '', skuCode: '', suk: '', unitName: '', purchaseSn: '', purchaseLineId: null },
    ...{ openQty: null, qty: planQty, productionDate: null },
  }))
  const sumOf = (name: 'boxes' | 'pallets') => rows.reduce((sum, row) => sum + row[name], 0)
  const { id } = await makeAppointment(tx, {
    ...{ ...when, warehouseId, supplierId, lines, boxes: boxes ?? Math.max(1, sumOf('boxes')) },
    pallets: sumOf('pallets'),
  })
  for (const row of rows)
    await updateRow(
      tx,
      singleItemForecast,
      row,
      { status: FORECAST.appointed, appointId: id },
      { anyField: true },
    )
  return { id }
}

const TABS = tabsOf(FORECAST_STATES)

const served = [
  change(calls.compute, async (tx, who, input) => {
    await readRow(tx, who, warehouse, input.warehouseId)
    await openTerms(tx, input.warehouseId)
    checkPeriod(input.periodStart, input.periodEnd)
    return computeForecasts(tx, input)
  }),
  change(calls.effect, (tx, _who, { id }) => effect(tx, id)),
  change(calls.toAppointment, (tx, _who, input) => toAppointment(tx, input)),
  change(calls.cancel, async (tx, _who, { id }) => {
    const row = await lockRow(tx, singleItemForecast, id)
    guardState(forecastTable, 'cancel', row.status)
    await updateRow(tx, singleItemForecast, row, { status: FORECAST.cancelled }, { anyField: true })
  }),
  servedCounts(calls.counts, singleItemForecast, 'status', TABS, listOptions),
]

export const forecastServed = { ...handlers, served: [...handlers.served, ...served] }

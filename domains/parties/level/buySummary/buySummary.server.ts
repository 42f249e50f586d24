import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import { month as monthField } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { joinRows } from '#kit/server/joins.ts'
import { conditionsOf } from '#kit/server/list.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { nameOf } from '#kit/shared/join.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { monthKey } from '#kit/shared/time.ts'
import { mainAccounts } from '../../mainAccounts.server.ts'
import { buySummaryCalls } from './buySummary.calls.ts'
import { buySummary, summaryLineShape, totalsShape } from './buySummary.entity.ts'
import { type SummaryLine, sumBy } from './buySummary.rules.ts'
import { confirmStates } from './buySummary.states.ts'
import { computeMonth, computeSome, linesOf, type Summary } from './compute.server.ts'

const PUSHED = 'buySummaryPushed'
const JOB = 'parties.buySummary'

/** What companies are told of a pushed summary. */
export const summaryScene = declareScene({
  mark: PUSHED,
  type: '采购对账单',
  description: '推送对账时通知单位主账号',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '贵单位{month}采购净额{net}元，未付{unpaid}元，请核对',
})

/** What stands in print and info besides the row: what was bought per sku and per order. */
async function wholeOf(db: Db, rows: readonly Summary[]) {
  const lines = await linesOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const own = lines.get(row.id) ?? []
    return {
      ...row,
      skus: sumBy(own, (line) => String(line.skuId)),
      orders: sumBy(own, (line) => line.orderSn).map((order) => ({
        ...order,
        skuCount: new Set(own.filter((line) => line.orderSn === order.orderSn).map((line) => line.skuId))
          .size,
      })),
    }
  })
}

const SUMS = Object.keys(totalsShape).filter((name) => name !== 'rows')

/** The sums of the rows a list request shows, as a whole and by month. */
async function totalsOf(db: Db, conditions: Awaited<ReturnType<typeof conditionsOf>>) {
  const sums = SUMS.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`)
  const { rows } = await sql<RowOf<typeof totalsShape> & { month: string }>`
    select "month", count(*) as "rows", ${sql.join(sums)} from "buySummary"
    where ${sql.join(conditions, sql` and `)} group by grouping sets (("month"), ()) order by "month"`.execute(
    db,
  )
  return {
    total: rows.filter((row) => row.month === null),
    months: rows.filter((row) => row.month !== null),
  }
}

async function lockSummary(tx: Tx, id: number, action: keyof typeof confirmStates.actions): Promise<Summary> {
  const row = await lockRow(tx, buySummary, id)
  guardState(confirmStates, action, row.confirmStatus)
  return row
}

/** The month whose orders a row tells of. */
const monthOf = (row: Summary): string => row.adjustOf || row.month

async function push(tx: Tx, row: Summary): Promise<void> {
  await updateRow(tx, buySummary, row, { pushTime: new Date() })
  await notify(
    tx,
    PUSHED,
    await mainAccounts(tx, row.companyId),
    { month: monthOf(row), net: formatMoney(row.netAmount), unpaid: formatMoney(row.unpaidAmount) },
    `${buySummary.name}:${row.id}:${row.version}`,
  )
}

const summaries = exportEntity(buySummary, buySummaryCalls.exportRows)
const usual = standardHandlers(buySummary, { list: buySummaryCalls.list }, { exportType: summaries })

/** Its lines beside each summary, one row per order and sku. */
const linesExport: ExportDefinition = {
  ...summaries,
  bizType: 'buySummaryLine',
  title: '采购汇总明细导出',
  columns: [
    ...exportColumns(buySummary).filter((one) =>
      ['month', 'adjustOf', 'companyId', 'shoudaId', 'payerId'].includes(one.name),
    ),
    ...Object.entries(summaryLineShape).map(([name, field]) => ({
      name: `line_${name}`,
      title: field.label,
      kind:
        field.type === 'money'
          ? ('money' as const)
          : field.type === 'decimal'
            ? ('number' as const)
            : ('text' as const),
    })),
  ],
  async *rows(db, who, params) {
    for await (const rows of summaries.rows(db, who, params)) {
      const ids = rows.map((row) => Number(row.id))
      const lines = await linesOf(db, ids)
      const cells = rows.flatMap((row) =>
        (lines.get(Number(row.id)) ?? []).map((line) => ({ ...row, ...cellsOf(line) })),
      )
      yield await joinRows(db, who, { line_skuId: skuName }, cells)
    }
  },
}

const cellsOf = (line: SummaryLine): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([name, value]) => [`line_${name}`, value]))

const skuName = nameOf('line_skuId', '规格', { of: 'sku', orId: true })

export const buySummaryServed = [
  ...usual.served,
  read(buySummaryCalls.info, async (db, who, { id }) => {
    const [row] = await wholeOf(db, [await readRow(db, who, buySummary, id)])
    return row
  }),
  read(buySummaryCalls.print, async (db, who, { ids }) => {
    const rows: Summary[] = []
    for (const id of ids) rows.push(await readRow(db, who, buySummary, id))
    return await wholeOf(db, rows)
  }),
  read(
    buySummaryCalls.totals,
    async (db, who, input) => await totalsOf(db, await conditionsOf(db, who, buySummary, input)),
  ),
  change(buySummaryCalls.exportRows, (tx, who, { withLines, ...input }) =>
    startTask(tx, who, withLines === 1 ? linesExport : summaries, input),
  ),
  change(buySummaryCalls.recalc, async (tx, _who, { month, ids }) => {
    if (ids.length === 0) {
      if (month === '') throw refuse('请选择月份', 'month')
      if (month > monthKey(new Date())) throw refuse('该月份还没有开始', 'month')
      await enqueueJob(tx, JOB, { month }, { uniqueKey: `${JOB}:${month}` })
      return { count: null }
    }
    const rows: Summary[] = []
    for (const id of [...ids].sort((a, b) => a - b)) rows.push(await lockSummary(tx, id, 'recalc'))
    for (const row of rows.filter((one) => one.confirmStatus === 2))
      await updateRow(tx, buySummary, row, { confirmStatus: 0 })
    let count = 0
    for (const [own, same] of Map.groupBy(rows, monthOf))
      count += await computeSome(
        tx,
        own,
        same.map((row) => row.shoudaId),
      )
    return { count }
  }),
  change(buySummaryCalls.push, async (tx, _who, { ids }) => {
    for (const id of [...ids].sort((a, b) => a - b)) await push(tx, await lockSummary(tx, id, 'push'))
  }),
  change(buySummaryCalls.confirm, async (tx, who, { id }) => {
    const row = await lockSummary(tx, id, 'confirm')
    await updateRow(tx, buySummary, row, {
      confirmStatus: 1,
      confirmBy: who.adminId,
      confirmTime: new Date(),
    })
  }),
  change(buySummaryCalls.dispute, async (tx, _who, { id, reason }) => {
    const row = await lockSummary(tx, id, 'dispute')
    await updateRow(tx, buySummary, row, { confirmStatus: 2, disputeReason: reason })
  }),
]

export const buySummaryTasks = [summaries, linesExport]

/** The current month and the one before, which from day 5 on only takes adjustments. Catalog §8.7. */
export const buySummaryJob: JobDefinition = {
  name: JOB,
  title: '采购汇总计算',
  cron: '0 0 3 * * *',
  params: { month: monthField('月份') },
  async run(db, params, signal) {
    const now = new Date()
    if (typeof params.month === 'string' && params.month !== '')
      return computeMonth(db, params.month, now, signal)
    const before = await computeMonth(db, monthKey(now, -1), now, signal)
    return before + (await computeMonth(db, monthKey(now), now, signal))
  },
}

import { type Expression, type SqlBool, sql } from 'kysely'
import { type Db, databaseOf, type Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { afterCommit, asSystem } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { checkDay, openTerms } from '../document/document.server.ts'
import { linesPage } from '../document/linesPage.server.ts'
import { markCut } from '../ship/short.server.ts'
import { type LossLine, makeRoom } from '../stock/cut.server.ts'
import { adjust } from '../stock/receive.server.ts'
import { countCalls as calls, countDocument, planCalls } from './count.document.ts'
import { COUNT_BOOK, PLAN, SCOPE, SHEET, stockCount, stockCountLine, stockCountPlan } from './count.entity.ts'
import { type Count, periodOf } from './count.rules.ts'
import { countTemplate, importCounts } from './countSheet.server.ts'
import { addFound, checkReasons, enterCounts, finishRound, setReasons, startSheet } from './rounds.server.ts'
import { makeSheets, type Plan, refreshPlan, unlock, voidSheet } from './sheets.server.ts'

/** Whether a person may see what the book says of a sheet: blind ones only when their last round has ended. Warehouse §5.9. */
const seesBook = (who: Who, { blind, status }: Pick<Count, 'blind' | 'status'>): boolean =>
  blind === 0 || status >= SHEET.differing || may(who, COUNT_BOOK)

const HIDDEN_HEAD = {
  diffCount: 0,
  gainQty: 0,
  lossQty: 0,
  gainAmount: 0,
  lossAmount: 0,
  accuracy: null,
} as const
const HIDDEN_LINE = { bookQty: null, diffQty: null, finalQty: null, diffAmount: null, avgCost: null } as const
/** In a blind count nobody sees what the others found. */
const OTHERS: Readonly<Record<number, object>> = {
  [SHEET.first]: {},
  [SHEET.second]: { firstQty: null },
  [SHEET.third]: { firstQty: null, secondQty: null },
}

const handlers = serveDocument(countDocument, {
  chosen: 'any',
  record: { code: 'countSn' },
  async enrich(_db, rows, who) {
    return rows.map((row) => {
      const { blind = 1, status = SHEET.new } = row
      return seesBook(who, { blind, status }) ? row : { ...row, ...HIDDEN_HEAD }
    })
  },
  async prepare(_tx, values, before) {
    if (before === null) throw refuse('盘点表由盘点计划生成')
    return values
  },
  async complete(tx, row) {
    if (row.status !== SHEET.differing) throw conflict('盘点完成后才能提交')
    await checkReasons(tx, row.id)
  },
  async moved(tx, row) {
    await refreshPlan(tx, row.planId)
  },
  async deciding(tx, row, { auditStatus, confirmed }) {
    if (auditStatus !== 1) return
    const head = {
      source: { type: stockCount.name, id: row.id, sn: row.countSn },
      action: 'cut',
      day: today(),
    }
    const lost = await makeRoom(tx, head, await lossesOf(tx, row), confirmed === 1)
    // Tasks are locked before stock, so those that lack goods now are marked after this transaction.
    const db = databaseOf(tx)
    if (lost.length > 0) afterCommit(tx, () => asSystem(db, (own) => markCut(own, lost)))
  },
  approved: postCount,
  process: {
    fields: [
      { name: 'countType', label: '盘点类型' },
      { name: 'warehouseId', label: '仓库编号' },
      { name: 'lossAmount', label: '盘亏金额（元）' },
      { name: 'gainAmount', label: '盘盈金额（元）' },
    ],
    vars: (_tx, { countType, warehouseId, lossAmount, gainAmount }) => ({
      ...{ countType, warehouseId, lossAmount: lossAmount / 100, gainAmount: gainAmount / 100 },
    }),
  },
})

interface Diff {
  lineId: number
  skuId: number
  sectionId: number
  lotId: number
  q: number
}

/** What is missing of goods that are sold. */
async function lossesOf(db: Db, { id, warehouseId }: Count): Promise<LossLine[]> {
  const { rows } = await sql<LossLine>`
    select l."id" as "lineId", s."warehouseId", l."skuId", s."id" as "stockLotId", (-l."diffQty" * 1000)::bigint as "q"
    from "stockCountLine" l join "section" c on c."id" = l."sectionId" and c."sellable" = 1
    join "stockLot" s on s."warehouseId" = ${warehouseId} and s."sectionId" = l."sectionId" and s."skuId" = l."skuId" and s."lotId" = l."lotId"
    where l."countId" = ${id} and l."diffQty" < 0 order by l."id"`.execute(db)
  return rows
}

/** Posts gains and losses, and lets goods move again: 151, 152. Warehouse §5.9. */
async function postCount(tx: Tx, row: Count): Promise<void> {
  const { id, countSn: sn, warehouseId } = row
  checkDay(today(), await openTerms(tx, warehouseId))
  const { rows } = await sql<Diff>`
    select "id" as "lineId", "skuId", "sectionId", "lotId", ("diffQty" * 1000)::bigint as "q" from "stockCountLine"
    where "countId" = ${id} and "diffQty" <> 0 order by "id"`.execute(tx)
  if (rows.length > 0)
    await adjust(
      tx,
      { source: { type: stockCount.name, id, sn }, action: 'post', day: today() },
      rows.map((line) => ({ ...line, warehouseId })),
      { count: { countSn: sn } },
    )
  await sql`update "stock" set "lastCountTime" = now() where "warehouseId" = ${warehouseId}
    and "skuId" in (select "skuId" from "stockCountLine" where "countId" = ${id})`.execute(tx)
  await unlock(tx, sn)
  await updateRow(tx, stockCount, row, { status: SHEET.posted }, { anyField: true })
  await refreshPlan(tx, row.planId)
}

/** Fields of a plan that its kind and scope ask for. */
async function checkPlan(tx: Tx, row: Plan): Promise<void> {
  await openTerms(tx, row.warehouseId)
  if (row.scopeType === SCOPE.sections && row.sectionIds.length === 0)
    throw refuse('请选择库区', 'sectionIds')
  if (row.scopeType === SCOPE.categories && row.cateIds.length === 0) throw refuse('请选择分类', 'cateIds')
  if (row.scopeType === SCOPE.skus && row.skuIds.length === 0) throw refuse('请选择商品', 'skuIds')
  if (row.counterIds.length === 0) throw refuse('请选择盘点人', 'counterIds')
}

const plans = standardHandlers(stockCountPlan, planCalls, {
  chosen: 'any',
  async prepare(tx, values, before) {
    const row = wholeRow(stockCountPlan, before, values)
    if (before !== null && before.status !== PLAN.draft) throw conflict('盘点计划已下发，不能修改')
    await checkPlan(tx, row)
    const period = periodOf(row.countType, row.planDate)
    return { ...values, period, ...(before === null ? { planSn: await nextNumber(tx, 'PA') } : {}) }
  },
  async deleting(_tx, row) {
    if (row.status !== PLAN.draft) throw conflict('盘点计划已下发，不能删除')
  },
})

async function draftPlan(tx: Tx, id: number): Promise<Plan> {
  const row = await lockRow(tx, stockCountPlan, id)
  if (row.status !== PLAN.draft) throw conflict('盘点计划已下发')
  return row
}

async function sheetsOf(db: Db, planId: number, statuses: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "stockCount" where "planId" = ${planId} and "isDel" = 0 and "status" = any(${sql.val([...statuses])}::int[])
    order by "id"`.execute(db)
  return rows.map((row) => row.id)
}

const ofPlans = [
  change(planCalls.generate, async (tx, _who, { id }) => {
    const plan = await draftPlan(tx, id)
    await makeSheets(tx, plan)
    await refreshPlan(tx, id)
  }),
  change(planCalls.start, async (tx, _who, { id }) => {
    const plan = await draftPlan(tx, id)
    const sheets = await sheetsOf(tx, id, [SHEET.new])
    if (sheets.length === 0) throw refuse('请先生成盘点表')
    await updateRow(tx, stockCountPlan, plan, { status: PLAN.issued }, { anyField: true })
    for (const sheet of sheets) await startSheet(tx, sheet)
  }),
  change(planCalls.cancel, async (tx, _who, { id, reason }) => {
    const plan = await lockRow(tx, stockCountPlan, id)
    if (plan.status === PLAN.posted || plan.status === PLAN.voided) throw conflict('盘点计划已结束，不能作废')
    for (const sheet of await sheetsOf(tx, id, [0, 1, 2, 3, 4]))
      await voidSheet(tx, await lockRow(tx, stockCount, sheet, { anyScope: true }), reason)
    const now = await lockRow(tx, stockCountPlan, id)
    await updateRow(tx, stockCountPlan, now, { status: PLAN.voided, remark: reason }, { anyField: true })
  }),
]

const ofSheets = [
  read(calls.lines, async (db, who, { countId, only, ...input }) => {
    const lines = { parent: stockCount, id: countId, of: stockCountLine, by: 'countId' }
    const page = (where: Expression<SqlBool>[]) =>
      linesPage(db, who, lines, calls.lines.answer, input, { order: [['seq', 'asc']], where })
    // Whoever sees the book anyway sees all lines whatever the state of the sheet.
    if (only === null && may(who, COUNT_BOOK)) return page([])
    const sheet = await readRow(db, who, stockCount, countId)
    const sees = seesBook(who, sheet)
    const found = await page([
      ...(only === 'open' ? [openIn(sheet.status)] : []),
      ...(only === 'differing' && sees ? [sql<SqlBool>`"stockCountLine"."diffQty" <> 0`] : []),
    ])
    if (sees) return found
    const hidden = { ...HIDDEN_LINE, ...OTHERS[sheet.status] }
    return { ...found, list: found.list.map((line) => ({ ...line, ...hidden })) }
  }),
  change(calls.start, async (tx, _who, { id }) => {
    await startSheet(tx, id)
  }),
  change(calls.entry, async (tx, who, { id, lines }) => {
    await readRow(tx, who, stockCount, id)
    await enterCounts(tx, id, lines)
  }),
  change(calls.found, async (tx, who, { id, ...line }) => {
    await readRow(tx, who, stockCount, id)
    await addFound(tx, id, line)
  }),
  read(calls.entryTemplate, (db, who, { id }) => countTemplate(db, who, id)),
  own(calls.importEntry, (db, who, { id }, request) => importCounts(db, who, id, request)),
  change(calls.finish, (tx, _who, { id }) => finishRound(tx, id)),
  change(calls.reason, (tx, _who, { id, lines }) => setReasons(tx, id, lines)),
  change(calls.cancel, async (tx, _who, { id, reason }) =>
    voidSheet(tx, await lockRow(tx, stockCount, id), reason),
  ),
]

/** Lines that are still to be counted in this round. */
function openIn(status: number) {
  if (status === SHEET.second) return sql<SqlBool>`"finalQty" is null and "secondQty" is null`
  if (status === SHEET.third) return sql<SqlBool>`"finalQty" is null and "thirdQty" is null`
  return sql<SqlBool>`"firstQty" is null`
}

export const planServed = { ...plans, served: [...plans.served, ...ofPlans] }
export const countServed = { ...handlers, served: [...handlers.served, ...ofSheets] }

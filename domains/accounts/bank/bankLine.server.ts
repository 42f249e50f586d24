import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { dayStart } from '#kit/shared/time.ts'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { bankLine, MATCH_STATES, OPEN_STATES } from './bankLine.entity.ts'
import { bankLineStates } from './bankLine.states.ts'
import { isAnswered, isOfBank, serialOfEntry, waitingFor } from './entries.server.ts'
import { refreshLog } from './figures.server.ts'
import {
  answer,
  compare,
  type Line,
  lockAccount,
  type OpenVacct,
  postLine,
  reverseLine,
  type Vacct,
} from './match.server.ts'
import { vacct } from './vacct.entity.ts'

const OURS = 3
/** Days around a movement in which its entry is looked for. */
const NEAR_DAYS = 30
const MOST_CANDIDATES = 100

function listOptions(_who: unknown, { account, day }: Record<string, unknown>): ListOptions {
  const where: Expression<SqlBool>[] = []
  if (typeof account === 'number') where.push(sql<SqlBool>`"bankLine"."vacctId" = ${account}`)
  if (typeof day === 'string' && day !== '') {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    const from = dayStart(year, month, date)
    const to = dayStart(year, month, date + 1)
    where.push(sql<SqlBool>`"bankLine"."tradeTime" >= ${from} and "bankLine"."tradeTime" < ${to}`)
  }
  return { where, dateColumn: 'tradeTime' }
}

const usual = standardHandlers(bankLine, calls, { list: listOptions, joined: true })

export const bankLineExport = usual.exporting

/** Who decided, when and why. */
const handled = (tx: Tx, handleRemark = '') => ({
  handleBy: actorOf(tx).adminId,
  handleTime: new Date(),
  handleRemark,
  waiting: 0 as const,
})

/** A movement for somebody's decision: locked, within their scope and in a state for it. */
async function lockFor(tx: Tx, action: keyof typeof bankLineStates.actions, id: number): Promise<Line> {
  const line = await lockRow(tx, bankLine, id)
  guardState(bankLineStates, action, line.matchStatus)
  if (line.source === OURS && action !== 'ignore' && action !== 'restore')
    throw conflict(`系统流水不能${bankLineStates.actions[action].label}`)
  return line
}

/** The virtual account of a movement, and that account locked. 409 while nobody knows whose it is. */
async function accountFor(tx: Tx, { vacctId }: Line): Promise<OpenVacct> {
  if (vacctId === null) throw conflict('请先指定虚拟账户')
  const row = await tx.selectFrom('vacct').selectAll().where('id', '=', vacctId).executeTakeFirstOrThrow()
  const { accountId } = row
  if (accountId === null) throw conflict('请先指定虚拟账户')
  await lockAccount(tx, accountId)
  return { ...row, accountId }
}

const refreshOf = async (tx: Tx, account: Vacct, line: Line): Promise<void> => {
  await refreshLog(tx, account, line.tradeTime)
}

/** Entries near the day of a movement that it may answer to, those of its amount first. */
async function candidatesFor(db: Db, { vacctId, direction, amount, tradeTime }: Line) {
  if (vacctId === null) return []
  const { rows } = await sql<OutOf<typeof calls.candidates>[number]>`
    select e."id", e."entryNo", e."createTime", e."pm", e."transactionType", e."amount", e."title", e."linkId",
      ${serialOfEntry} as "bankSerialNo"
    from "accountEntry" e join "vacct" v on v."accountId" = e."accountId"
    where v."id" = ${vacctId} and e."pm" = ${direction} and ${isOfBank} and not ${isAnswered}
      and e."createTime" >= ${tradeTime}::timestamptz - make_interval(days => ${NEAR_DAYS})
      and e."createTime" < ${tradeTime}::timestamptz + make_interval(days => ${NEAR_DAYS})
    order by e."amount" = ${amount} desc, abs(extract(epoch from e."createTime" - ${tradeTime}::timestamptz)), e."id"
    limit ${MOST_CANDIDATES}`.execute(db)
  return rows
}

/** The entry somebody chose for a movement: of its account, direction and amount, and not answered yet. */
async function chosenEntry(tx: Tx, line: Line, account: { accountId: number }, entryId: number) {
  const { rows } = await sql<{
    id: number
    amount: number
    linkId: string
    fits: boolean
    answered: boolean
  }>`
    select e."id", e."amount", e."linkId", ${isAnswered} as "answered",
      e."pm" = ${line.direction} and e."amount" = ${line.amount} and ${isOfBank} as "fits"
    from "accountEntry" e where e."id" = ${entryId} and e."accountId" = ${account.accountId}`.execute(tx)
  const [entry] = rows
  if (entry === undefined) throw refuse('账户流水不存在', 'entryId')
  // Its own entry, which differs, is no answer either.
  if (entry.answered && entry.id !== line.entryId) throw conflict('该账户流水已与其他银行流水匹配')
  if (!entry.fits) throw refuse('账户流水的借贷或金额与银行流水不一致', 'entryId')
  return entry
}

/** Movements at the bank and what people decide about them. Orders §6.10. */
export const bankLineServed: readonly Served[] = [
  ...usual.served,
  servedCounts(
    calls.counts,
    bankLine,
    'matchStatus',
    {
      [OPEN_STATES.join()]: OPEN_STATES,
      ...tabsOf(MATCH_STATES),
    },
    listOptions,
  ),
  read(calls.candidates, async (db, who, { lineId }) =>
    candidatesFor(db, await readRow(db, who, bankLine, lineId)),
  ),
  change(calls.assign, async (tx, who, { lineId, vacctId, remark }) => {
    const line = await lockFor(tx, 'assign', lineId)
    if (line.vacctId !== null) throw conflict('该流水已有虚拟账户')
    const account = await readRow(tx, who, vacct, vacctId)
    if (account.status !== 1) throw refuse('虚拟账户不是正常状态', 'vacctId')
    const row = await updateRow(tx, bankLine, line, {
      ...handled(tx, remark),
      vacctId,
      companyId: account.companyId,
    })
    await compare(tx, row, account, 'onlyCompare')
  }),
  change(calls.match, async (tx, _who, { lineId, entryId }) => {
    const line = await lockFor(tx, 'match', lineId)
    const account = await accountFor(tx, line)
    await answer(tx, line, await chosenEntry(tx, line, account, entryId), handled(tx))
    await refreshOf(tx, account, line)
  }),
  change(calls.unmatch, async (tx, _who, { lineId, remark }) => {
    const line = await lockFor(tx, 'unmatch', lineId)
    if (line.entryId === null) throw conflict(`该流水已用于单据${line.linkId}，不能取消匹配`)
    if (line.isPosted === 1) throw conflict('该流水已入账，请冲正')
    await updateRow(tx, bankLine, line, { ...handled(tx, remark), matchStatus: 0, entryId: null, linkId: '' })
    await refreshIfKnown(tx, line)
  }),
  change(calls.post, async (tx, _who, { lineId }) => {
    const line = await lockFor(tx, 'post', lineId)
    const account = await accountFor(tx, line)
    const other = await waitingFor(tx, line.bankSerialNo)
    if (other !== null) throw conflict(`${other}已登记该银行流水，请先处理该单`)
    await postLine(tx, line, account, handled(tx))
    await refreshOf(tx, account, line)
  }),
  change(calls.reverse, async (tx, _who, { lineId, remark }) => {
    const line = await lockFor(tx, 'reverse', lineId)
    if (line.isPosted === 0) throw conflict('该流水不是由银行流水入账，不能冲正')
    const account = await accountFor(tx, line)
    await reverseLine(tx, line, account, handled(tx, remark))
    await refreshOf(tx, account, line)
  }),
  change(calls.ignore, async (tx, _who, { lineId, remark }) => {
    const line = await lockFor(tx, 'ignore', lineId)
    await updateRow(tx, bankLine, line, { ...handled(tx, remark), matchStatus: 5 })
    await refreshIfKnown(tx, line)
  }),
  change(calls.restore, async (tx, _who, { lineId }) => {
    const line = await lockFor(tx, 'restore', lineId)
    const back =
      line.source === OURS ? ({ matchStatus: 4 } as const) : ({ matchStatus: 0, entryId: null } as const)
    await updateRow(tx, bankLine, line, { ...handled(tx), ...back })
    await refreshIfKnown(tx, line)
  }),
]

/** What nobody knows the account of is in no comparison. */
async function refreshIfKnown(tx: Tx, line: Line): Promise<void> {
  if (line.vacctId !== null) await refreshOf(tx, await accountFor(tx, line), line)
}

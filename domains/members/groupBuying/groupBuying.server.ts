import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { declareGroupBuying } from '#domains/parties/parties.door.ts'
import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure, sharedRowFigures } from '#kit/server/figures.ts'
import { answerPage, answerRow, conditionsOf, pageOf } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { templateOf } from '#kit/server/tasks/template.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem, type Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { forbidden, refuse } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { guardState } from '#kit/shared/states.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { codeOf, inviteLink } from '../invite/invite.rules.ts'
import { checkCustomerLevel } from '../invite/invite.server.ts'
import { readMember } from '../level/member.server.ts'
import {
  bindByPhone,
  joinGroup,
  lockGroup,
  moveEmployee,
  refuseTwin,
  takePlace,
  unbindEmployee,
} from './employee.server.ts'
import { employeeImport } from './employeeImport.server.ts'
import { groupBuyingCalls as calls, employeeCalls, openJoinGroup } from './groupBuying.calls.ts'
import { employeeStates, groupBuyEmployee, groupBuying } from './groupBuying.entity.ts'
import { type Group, isInForce, lockEmployee, settleGroup, tickGroups } from './groupLevel.server.ts'
import { monthOf } from './month.server.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CODE_BYTES = 8

/** Refuses what does not fit together and completes what is to be stored. Members §5.3. */
async function prepareGroup(tx: Tx, values: Partial<Group>, before: Group | null): Promise<Partial<Group>> {
  const row = { ...before, ...values }
  if (row.startTime && row.endTime && row.endTime <= row.startTime)
    throw refuse('结束时间须晚于开始时间', 'endTime')
  if (row.levelId && row.levelId !== before?.levelId) await checkCustomerLevel(tx, row.levelId)
  const given =
    row.shoudaId !== undefined && row.shoudaId !== before?.shoudaId
      ? await soldTo(tx, row.shoudaId, before?.id ?? 0)
      : {}
  if (before !== null && given.companyId !== undefined && given.companyId !== before.companyId)
    throw refuse('不能改为其他单位的售达方', 'shoudaId')
  return {
    ...values,
    ...given,
    ...(before === null && {
      groupNo: await nextNumber(tx, 'TG'),
      joinCode: codeOf(randomBytes(CODE_BYTES)),
    }),
  }
}

/** What a company takes from its sold-to party; 422 该售达方未开通团购 and a second one of the same party. */
async function soldTo(tx: Tx, shoudaId: number, except: number): Promise<Partial<Group>> {
  const found = await tx
    .selectFrom('shouda')
    .innerJoin('company', 'company.id', 'shouda.companyId')
    .select([
      'shouda.isGroupBuying',
      'shouda.inForce',
      'shouda.status',
      'shouda.companyId',
      'shouda.shoudaNum',
      'company.agentId',
    ])
    .where('shouda.id', '=', shoudaId)
    .where('shouda.isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined || found.isGroupBuying !== 1 || found.inForce !== 1 || found.status !== 1)
    throw refuse('该售达方未开通团购', 'shoudaId')
  const held = await tx
    .selectFrom('groupBuying')
    .select('groupNo')
    .where('shoudaId', '=', shoudaId)
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (held !== undefined) throw refuse(`该售达方已有团购${held.groupNo}`, 'shoudaId')
  const { companyId, shoudaNum, agentId } = found
  return { companyId, shoudaNum, agentId }
}

/** Of a company: the most people there may be, how many are active and wait, and what they bought in this month and in all. */
const countedTold =
  (): string => `select "groupBuying"."maxPeople" || '/' || count(*) filter (where e."status" in (1, 2))
    || '/' || count(*) filter (where e."status" = 0)
    || '/' || coalesce(sum(m."used"), 0) || '/' || coalesce(sum(e."totalAmount"), 0)
  from "groupBuyEmployee" e left join "groupBuyMonth" m on m."employeeId" = e."id" and m."month" = '${monthOf(new Date())}'
  where e."groupBuyingId" = "groupBuying"."id" and e."isDel" = 0`

const numbersIn = (told: string): readonly number[] => told.split('/').map(Number)

const figures: Figures = sharedRowFigures(groupBuying, countedTold, {
  people(told) {
    const [most = 0, active = 0] = numbersIn(told)
    return most === 0 ? String(active) : `${active}/${most}`
  },
  waitNum: (told) => numbersIn(told)[2] ?? 0,
  monthAmount: (told) => numbersIn(told)[3] ?? 0,
  totalAmount: (told) => numbersIn(told)[4] ?? 0,
})

export const groupPart = standardHandlers(groupBuying, calls, {
  chosen: 'any',
  figures,
  joined: true,
  prepare: prepareGroup,
  async saved(tx, row, before) {
    const isOther = before !== null && before.levelId !== row.levelId
    if (isOther || (isInForce(row, new Date()) ? 1 : 0) !== row.inForce) await settleGroup(tx, row)
  },
})
const { served: usual } = groupPart

/** A shop's month and its limit: 120.00/500.00; the month alone where there is none. Told as cents and cents. */
function monthText(told: string): string {
  const [used = 0, limit = 0] = told.split('/').map(Number)
  return limit === 0 ? formatMoney(used) : `${formatMoney(used)}/${formatMoney(limit)}`
}

/** What an employee has bought this month, and the limit, as a value of the statement that reads the row. */
const monthTold =
  (): string => `select coalesce("groupBuyMonth"."used", 0) || '/' || "groupBuying"."monthLimit"
  from "groupBuying" left join "groupBuyMonth" on "groupBuyMonth"."employeeId" = "groupBuyEmployee"."id"
    and "groupBuyMonth"."month" = '${monthOf(new Date())}'
  where "groupBuying"."id" = "groupBuyEmployee"."groupBuyingId"`

const employeeFigures: Figures = { monthUsed: rowFigure(groupBuyEmployee, monthTold, async () => monthText) }

const ofGroup = (groupBuyingId: number | null) =>
  groupBuyingId === null ? [] : [sql<SqlBool>`"groupBuyEmployee"."groupBuyingId" = ${groupBuyingId}`]

const { shape: employeeShape = groupBuyEmployee.all } = employeeCalls.list.answer
export const employeeExport = exportEntity(groupBuyEmployee, employeeCalls.exportRows, {
  list: (_who, { groupBuyingId }) => ({ where: ofGroup(groupBuyingId) }),
  joined: employeeShape,
  figures: employeeFigures,
})

export const groupServed: readonly Served[] = [
  ...usual.filter((one) => one.call.path !== calls.status.path),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockGroup(tx, id)
    if (row.status === status) return
    await settleGroup(tx, await updateRow(tx, groupBuying, row, { status }))
  }),
  change(calls.resetCode, async (tx, _who, { id }) => {
    const row = await lockGroup(tx, id)
    const { joinCode } = await updateRow(tx, groupBuying, row, { joinCode: codeOf(randomBytes(CODE_BYTES)) })
    return { joinCode }
  }),
  read(calls.cards, async (db, who, { id }) => {
    const { name, joinCode, endTime } = await readRow(db, who, groupBuying, id)
    const { site_url: site } = await settingsOf(db, baseForm)
    return [
      {
        id,
        name,
        joinCode,
        endTime,
        link: inviteLink('', site, joinCode).replace('inviteCode=', 'joinCode='),
      },
    ]
  }),
]

export const employeeServed: readonly Served[] = [
  read(employeeCalls.list, (db, who, { groupBuyingId, ...asked }) =>
    answerPage(db, who, groupBuyEmployee, employeeCalls.list.answer, asked, {
      where: ofGroup(groupBuyingId),
      figures: employeeFigures,
    }),
  ),
  read(employeeCalls.info, (db, who, { id }) =>
    answerRow(db, who, groupBuyEmployee, employeeCalls.info.answer, id, employeeFigures),
  ),
  read(employeeCalls.template, async () => ({
    body: templateOf(employeeImport),
    fileName: '团购员工导入模板.xlsx',
    contentType: WORKBOOK,
  })),
  own(employeeCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, employeeCalls.importSheet, input, groupBuyEmployee.name, request),
  ),
  change(employeeCalls.exportRows, (tx, who, input) => startTask(tx, who, employeeExport, input)),
  change(employeeCalls.save, async (tx, _who, { groupBuyingId, ...given }) => {
    const group = await lockGroup(tx, groupBuyingId)
    await refuseTwin(tx, groupBuyingId, given)
    await takePlace(tx, group)
    const { groupNo, companyId } = group
    const row = await insertRow(tx, groupBuyEmployee, {
      ...given,
      groupBuyingId,
      groupNo,
      companyId,
      status: 1,
      joinMode: 1,
    })
    await bindByPhone(tx, row)
    return { id: row.id }
  }),
  change(employeeCalls.update, async (tx, _who, { id, version, ...given }) => {
    const before = await lockEmployee(tx, id, version)
    const row = { ...before, ...given }
    await refuseTwin(tx, before.groupBuyingId, row, id)
    if (before.uid !== null && row.phone !== before.phone)
      throw refuse('已绑定用户的员工不能修改手机，请先解绑', 'phone')
    await bindByPhone(tx, await updateRow(tx, groupBuyEmployee, before, given))
  }),
  change(employeeCalls.examine, async (tx, who, { id, version, status, opinion }) => {
    const { groupBuyingId } = await readRow(tx, who, groupBuyEmployee, id)
    const group = await lockGroup(tx, groupBuyingId, { anyScope: true })
    const row = await lockEmployee(tx, id, version)
    guardState(employeeStates, status === 1 ? 'pass' : 'reject', row.status)
    if (status === 4 && opinion === '') throw refuse('请输入驳回原因', 'opinion')
    if (status === 1) await takePlace(tx, group, id)
    const bindTime = status === 1 && row.uid !== null ? new Date() : row.bindTime
    const marked = await updateRow(tx, groupBuyEmployee, row, { bindTime }, { anyField: true })
    await moveEmployee(tx, marked, status, opinion)
  }),
  change(employeeCalls.status, async (tx, _who, { id, status }) => {
    const row = await lockEmployee(tx, id)
    if (row.status === status) return
    guardState(employeeStates, status === 1 ? 'enable' : status === 2 ? 'disable' : 'leave', row.status)
    await moveEmployee(tx, row, status)
  }),
  change(employeeCalls.unbind, async (tx, _who, { id }) => unbindEmployee(tx, await lockEmployee(tx, id))),
  change(openJoinGroup, async (tx, who, { joinCode, empNo, realName, deptName }) => {
    if (who.uid === undefined) throw forbidden()
    await readMember(tx, who.uid)
    const { phone } = await tx
      .selectFrom('user')
      .select('phone')
      .where('id', '=', who.uid)
      .executeTakeFirstOrThrow()
    return joinGroup(tx, { uid: who.uid, phone, joinCode, empNo, realName, deptName })
  }),
]

/** Applications that wait for somebody, within the scope of who asks. Screens §6. */
export const waitingEmployees = {
  label: '待审核的团购员工',
  to: '/user/groupBuying',
  permission: employeeCalls.examine.permission,
  async count(db: Db, who: Who): Promise<{ n: number; oldest: Date | null }> {
    const waiting = [sql<SqlBool>`"groupBuyEmployee"."status" = 0`]
    const where = await conditionsOf(db, who, groupBuyEmployee, {}, { where: waiting })
    const { rows } = await sql<{ n: number; oldest: Date | null }>`
      select count(*)::int as "n", min("createTime") as "oldest" from "groupBuyEmployee"
      where ${sql.join(where, sql` and `)}`.execute(db)
    return rows[0] ?? { n: 0, oldest: null }
  },
}

/** Brings companies into force when their time comes, and out of it when it is over. Members §5.3, §16. */
export const groupTick = {
  name: 'members.groupBuying.tick',
  title: '团购生效与到期',
  group: 'SYSTEM',
  cron: '20 */10 * * * *',
  light: true,
  run: (db: Db) =>
    tickGroups(db, (id) =>
      inTransaction(db, theSystem, async (tx) => {
        await settleGroup(tx, await lockRow(tx, groupBuying, id, { anyScope: true }))
      }),
    ),
} as const

/** A company that is disabled no longer buys as a group. Doors §6. */
export const companyHeard = {
  name: 'members.groupBuying',
  event: 'company.statusChanged',
  async handle(tx: Tx, { companyId, status }: Record<string, unknown>): Promise<void> {
    if (status !== 0) return
    const rows = await tx
      .selectFrom('groupBuying')
      .select('id')
      .where('companyId', '=', Number(companyId))
      .where('status', '=', 1)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    for (const { id } of rows) {
      const row = await lockRow(tx, groupBuying, id, { anyScope: true })
      await settleGroup(tx, await updateRow(tx, groupBuying, row, { status: 0 }))
    }
  },
}

/** Who buys for themselves on the terms of a sold-to party: the call of the room of parties. Catalog §6.2. */
export const groupBuyersOf = declareGroupBuying(
  async (db, who, { shoudaId, keywords, status, page, limit }) => {
    const group = await db
      .selectFrom('groupBuying')
      .select('id')
      .where('shoudaId', '=', shoudaId)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (group === undefined) return pageOf([], 0, { page, limit })
    const found = await answerPage(
      db,
      who,
      groupBuyEmployee,
      employeeCalls.list.answer,
      { ...unfiltered, keywords, page, limit },
      {
        where: [
          ...ofGroup(group.id),
          sql<SqlBool>`"groupBuyEmployee"."uid" is not null`,
          ...(status === '' ? [] : [sql<SqlBool>`("groupBuyEmployee"."status" = 1) = ${status === '1'}`]),
        ],
      },
    )
    const shown = (name: 'phone' | 'realName', value: string) =>
      groupBuyEmployee.shape[name].encode(value, (code) => who.all || who.permissions.has(code))
    return {
      ...found,
      list: found.list.map((row) => ({
        uid: row.uid ?? 0,
        nickname: row.userName,
        realName: shown('realName', row.realName),
        phone: shown('phone', row.phone),
        workNo: row.empNo,
        bindTime: row.bindTime === null ? null : toSeconds(row.bindTime),
        amount: formatMoney(row.totalAmount),
        status: row.status === 1 ? (1 as const) : (0 as const),
      })),
    }
  },
)

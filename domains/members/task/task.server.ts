import { sql } from 'kysely'
import { declareCache } from '#kit/server/cache.ts'
import { declareErase, declareMerge, keepsRows, movesUid } from '#kit/server/consumers.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { sharedFigures } from '#kit/server/figures.ts'
import { grantOf } from '#kit/server/grant.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import { declareRecord } from '#kit/server/records.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { joinServer, type ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf, asSystem, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { ofSeenUsers } from '../level/seen.server.ts'
import { dayOf } from '../membership/period.rules.ts'
import { checkAudience, inAudience } from '../rule/audience.server.ts'
import { customerOf } from '../sign/sign.server.ts'
import { user } from '../user/user.entity.ts'
import { ofNamedUser } from '../user/userSearch.server.ts'
import { giveByHand, receive, taskScene } from './progress.server.ts'
import { taskCalls as calls } from './task.calls.ts'
import {
  BY_HAND,
  NEEDS_PRODUCTS,
  OF_MONEY,
  OF_PRODUCTS,
  ONCE,
  periodKey,
  TASK_TYPES,
  UNCOUNTED,
} from './task.rules.ts'
import { taskConsumers } from './taskEvents.server.ts'
import { taskImport } from './taskImport.server.ts'
import { openTasks, taskCache } from './tasks.server.ts'
import { vipTask, vipTaskRecord } from './vipTask.entity.ts'

type Task = EntityRow<typeof vipTask>

const LOCKED = '任务已有完成记录，不能修改类型、周期和目标'

async function hasRecords(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('vipTaskRecord')
    .select('id')
    .where('taskId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Rewards whose ledger somebody keeps. */
const REWARDS = ['integral', 'diamond'] as const

/** Refuses what does not fit together in a task. Members §3.6, §14. */
async function prepare(tx: Tx, values: Partial<Task>, before: Task | null): Promise<Partial<Task>> {
  const task = wholeRow(vipTask, before, values)
  const { taskType, target, startTime, endTime } = task
  const isMoved =
    before !== null && (['taskType', 'period', 'target'] as const).some((name) => before[name] !== task[name])
  if (isMoved && (await hasRecords(tx, before.id))) throw conflict(LOCKED)
  if (!OF_MONEY.has(taskType) && !Number.isInteger(target)) throw refuse('目标必须是整数', 'target')
  if (ONCE.has(taskType) && target !== 1) throw refuse('该类型的目标只能是1', 'target')
  if (taskType === 14 && referenceTo(tx, 'qnaire') === undefined)
    throw refuse('问卷尚未启用，不能选择此类型', 'taskType')
  // One that is there stays as it is.
  if (UNCOUNTED.has(taskType) && before?.taskType !== taskType)
    throw refuse(
      `${TASK_TYPES.find(({ value }) => value === taskType)?.label ?? ''}尚未启用，不能选择此类型`,
      'taskType',
    )
  if (NEEDS_PRODUCTS.has(taskType) && task.objectIds.length === 0) throw refuse('请选择指定商品', 'objectIds')
  if (startTime !== null && endTime !== null && endTime <= startTime)
    throw refuse('结束时间必须晚于开始时间', 'endTime')
  const isNewEnd = endTime !== null && endTime.getTime() !== before?.endTime?.getTime()
  if (isNewEnd && endTime <= new Date()) throw refuse('结束时间必须晚于当前时间', 'endTime')
  for (const name of REWARDS)
    if (task[name] > 0 && before?.[name] !== task[name] && grantOf(tx, name) === undefined)
      throw refuse(`${vipTask.shape[name].label}尚未启用，请填0`, name)
  if (task.experience + task.integral + task.diamond + task.couponIds.length === 0)
    throw refuse('请至少设置一项奖励', 'experience')
  const { channelIds, customerScope, customerIds, conditions } = task
  const audience = await checkAudience(
    tx,
    actorOf(tx),
    { channelIds, customerScope, customerIds, conditions },
    before,
  )
  return { ...values, ...audience, ...(OF_PRODUCTS.has(taskType) ? {} : { objectIds: [] }) }
}

type Reward = Pick<Task, 'experience' | 'integral' | 'diamond' | 'couponIds'>

const rewardText = ({ experience, integral, diamond, couponIds }: Reward, times = 1): string =>
  [
    ...(experience > 0 ? [`成长值${experience * times}`] : []),
    ...(integral > 0 ? [`积分${integral * times}`] : []),
    ...(diamond > 0 ? [`钻石${diamond * times}`] : []),
    ...(couponIds.length > 0 ? [`优惠券${couponIds.length * times}张`] : []),
  ].join('、')

interface Counted extends Reward {
  id: number
  people: number
  done: number
  given: number
}

const keptCounts = keptAnswers<readonly Counted[]>(200)

/** How many take part in tasks, how often they were done and rewarded, and what with; kept until something is done. */
async function countsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Counted>> {
  const statement = sql<Counted>`
    select t."id", t."experience", t."integral", t."diamond", t."couponIds", count(distinct r."uid")::int as "people",
      count(r."doneTime")::int as "done", count(r."id") filter (where r."status" = 2)::int as "given"
    from "vipTask" t left join "vipTaskRecord" r on r."taskId" = t."id"
    where t."id" = any(${sql.val([...ids])}::int[]) group by t."id"`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows
  const rows = await keptCounts(db, { statement, tables: [vipTask.name, vipTaskRecord.name], ask })
  return new Map(rows.map((row) => [row.id, row]))
}

const figures = sharedFigures(countsOf, {
  peopleNum: ({ people }) => people,
  doneNum: ({ done }) => done,
  rewardText: (task) => rewardText(task),
  givenText: (task) => (task.given === 0 ? '' : rewardText(task, task.given)),
})

const master = standardHandlers(vipTask, calls, { chosen: 'enabled', prepare, figures })

async function recordOptions(who: Who, db: Db): Promise<ListOptions> {
  return {
    where: await ofSeenUsers(db, who, vipTaskRecord.name),
    alsoFound: (word) => ofNamedUser(db, vipTaskRecord.name, word),
    reads: ['user'],
  }
}

const recordExport = exportEntity(vipTaskRecord, calls.exportRecords, {
  list: (who, _input, db) => recordOptions(who, db),
  joined: calls.records.answer.shape ?? {},
})

const CHART_DAYS = 30

/** How often a task was done and received on each of the last 30 days. */
async function daysOf(db: Db, who: Who, id: number) {
  await readRow(db, who, vipTask, id)
  const now = new Date()
  const from = startOfDay(now, 1 - CHART_DAYS)
  const { rows } = await sql<{ day: string; done: number; received: number }>`
    select "day", sum("done")::int as "done", sum("received")::int as "received" from (
      select ("doneTime" at time zone 'Asia/Shanghai')::date::text as "day", 1 as "done", 0 as "received"
      from "vipTaskRecord" where "taskId" = ${id} and "doneTime" >= ${from}
      union all select ("receiveTime" at time zone 'Asia/Shanghai')::date::text, 0, 1
      from "vipTaskRecord" where "taskId" = ${id} and "receiveTime" >= ${from}) as "each" group by 1`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: CHART_DAYS }, (_none, at) => {
    const day = dayOf(startOfDay(now, at + 1 - CHART_DAYS))
    return found.get(day) ?? { day, done: 0, received: 0 }
  })
}

/** The tasks a customer can do now, with how far they are. Members §20. */
async function openList(db: Db, uid: number, now: Date) {
  const tasks = []
  for (const task of await openTasks(db, null, now)) {
    if (task.taskType === BY_HAND || !(await inAudience(db, uid, task, now))) continue
    tasks.push(task)
  }
  if (tasks.length === 0) return []
  const keys = tasks.map((task) => periodKey(task.period, now))
  const records = await db
    .selectFrom('vipTaskRecord')
    .selectAll()
    .where('uid', '=', uid)
    .where(
      'taskId',
      'in',
      tasks.map((task) => task.id),
    )
    .where((of) => of.or([of('periodKey', 'in', keys), of('status', '=', 1)]))
    .orderBy('id')
    .execute()
  return tasks.map((task, at) => {
    const own = records.filter((one) => one.taskId === task.id)
    // What waits from an earlier period is received first.
    const record = own.find((one) => one.status === 1) ?? own.find((one) => one.periodKey === keys[at])
    return {
      ...task,
      couponNum: task.couponIds.length,
      recordId: record?.id ?? null,
      progress: record?.progress ?? 0,
      status: record?.status ?? 0,
      expireTime: record?.expireTime ?? null,
    }
  })
}

/** Rewards that were not received in their time. Members §16. */
export async function expireTasks(db: Db, now: Date): Promise<number> {
  return asSystem(db, async (tx) => {
    const done = await tx
      .updateTable('vipTaskRecord')
      .set({ status: 3 })
      .where('status', '=', 1)
      .where('expireTime', '<', now)
      .executeTakeFirstOrThrow()
    touch(tx, 'vipTaskRecord')
    return Number(done.numUpdatedRows)
  })
}

const own: ServerPart = {
  served: [
    change(calls.copy, async (tx, _who, { id }) => {
      const {
        id: _id,
        version: _version,
        createTime: _made,
        updateTime: _changed,
        givenNum: _given,
        ...task
      } = await lockRow(tx, vipTask, id)
      const name = `${[...task.name].slice(0, 20).join('')} 副本${Date.now() % 100_000}`
      const row = await insertRow(tx, vipTask, { ...task, name, status: 0 })
      return { id: row.id }
    }),
    change(calls.give, async (tx, who, { taskId, uids }) => {
      const task = await lockRow(tx, vipTask, taskId)
      if (task.taskType !== BY_HAND) throw refuse('只有人工发放的任务可以发放', 'taskId')
      if (task.status === 0) throw conflict('任务已停用')
      let given = 0
      for (const uid of [...uids].sort((a, b) => a - b)) {
        await readRow(tx, who, user, uid).catch((error: unknown) => {
          throw error instanceof AppError ? refuse(`用户${uid}不存在`, 'uids') : error
        })
        if (await giveByHand(tx, task, uid, new Date())) given += 1
      }
      return { given, skipped: uids.length - given }
    }),
    read(calls.days, (db, who, { id }) => daysOf(db, who, id)),
    read(calls.records, async (db, who, input) =>
      answerPage(db, who, vipTaskRecord, calls.records.answer, input, await recordOptions(who, db)),
    ),
    change(calls.exportRecords, (tx, who, input) => startTask(tx, who, recordExport, input)),
    read(calls.openList, (db, { uid }) => openList(db, customerOf(uid), new Date())),
    change(calls.receive, async (tx, { uid }, { id }) => {
      await receive(tx, customerOf(uid), id, new Date())
      return { status: 2 }
    }),
  ],
  tasks: [recordExport, taskImport],
  consumers: taskConsumers,
  jobs: [
    {
      name: 'members.task.expire',
      title: '任务奖励过期',
      group: 'SYSTEM',
      cron: '0 10 0 * * *',
      light: true,
      run: (db) => expireTasks(db, new Date()),
    },
  ],
  registers: [
    taskScene,
    declareMerge('taskOrderLine', movesUid('taskOrderLine', '任务订单')),
    declareErase('taskOrderLine', keepsRows('任务订单')),
    declareCache(taskCache),
    declareRecord({ of: vipTask, read: calls.info, page: '/user/addVipTask/{id}/see', unsearched: true }),
  ],
}

export const taskServer = joinServer(master, own)

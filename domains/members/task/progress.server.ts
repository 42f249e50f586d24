import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { evaluateLevel } from '../level/evaluate.server.ts'
import { postExperience } from '../level/experience.server.ts'
import { lockMember } from '../level/member.server.ts'
import { dayOf } from '../membership/period.rules.ts'
import { inAudience } from '../rule/audience.server.ts'
import { periodKey, type TaskType } from './task.rules.ts'
import { openTasks } from './tasks.server.ts'
import type { vipTask, vipTaskRecord } from './vipTask.entity.ts'

export type Task = EntityRow<typeof vipTask>
type TaskRecord = EntityRow<typeof vipTaskRecord>

/** Something a user did that tasks count. */
export interface Step {
  uid: number
  taskType: TaskType
  /** each source counts once for a user and task */
  sourceType: string
  sourceId: string
  now: Date
  /** how much of it counts: times, or an amount as a number with two decimals; 1 unless given */
  amount?: number
  /** in place of adding: what has been reached, e.g. days in a row */
  reached?: number
  /** the product it was about */
  productId?: number
}

const SOLD_OUT = '今日奖励已发完'
const DAY_MS = 86_400_000

export const taskScene = declareScene({
  mark: 'taskDone',
  type: '任务完成',
  description: '会员完成任务时告知用户',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '您已完成任务“{name}”',
})

/**
 * Counts a step of a user towards the open tasks of its type that are meant for them, each source once; a task that reaches
 * its target is done at once, and rewarded where that needs nobody. Locks the records. Members §3.6.
 */
export async function advance(tx: Tx, step: Step): Promise<void> {
  const { uid, taskType, sourceType, sourceId, now, amount = 1, reached, productId } = step
  const tasks = await openTasks(tx, taskType, now)
  if (tasks.length === 0) return
  // The user comes before the records in the order of locks (doors §5), and rewards lock the user.
  await lockMember(tx, uid)
  for (const task of tasks) {
    if (productId !== undefined && task.objectIds.length > 0 && !task.objectIds.includes(productId)) continue
    if (!(await inAudience(tx, uid, task, now))) continue
    const record = await recordOf(tx, task, uid, periodKey(task.period, now))
    const { rows } =
      await sql`insert into "vipTaskHit" ("taskId", "uid", "sourceType", "sourceId", "recordId", "amount")
      values (${task.id}, ${uid}, ${sourceType}, ${sourceId}, ${record.id}, ${amount})
      on conflict do nothing returning "taskId"`.execute(tx)
    if (rows.length === 0) continue
    const progress = reached === undefined ? record.progress + amount : Math.max(record.progress, reached)
    await tx.updateTable('vipTaskRecord').set({ progress }).where('id', '=', record.id).execute()
    touch(tx, 'vipTaskRecord')
    if (progress >= task.target) await reach(tx, task, { ...record, progress }, now)
  }
}

/** The locked record of a user in a period, made with the first step. */
async function recordOf(tx: Tx, task: Task, uid: number, key: string): Promise<TaskRecord> {
  await tx
    .insertInto('vipTaskRecord')
    .values({ taskId: task.id, uid, periodKey: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('vipTaskRecord')
    .selectAll()
    .where('taskId', '=', task.id)
    .where('uid', '=', uid)
    .where('periodKey', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A locked record has reached its target: once, whatever counts further. */
async function reach(tx: Tx, task: Task, record: TaskRecord, now: Date): Promise<void> {
  const expireTime = new Date(now.getTime() + task.validDays * DAY_MS)
  const done = await tx
    .updateTable('vipTaskRecord')
    .set({ status: 1, doneTime: now, expireTime })
    .where('id', '=', record.id)
    .where('status', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(done.numUpdatedRows) === 0) return
  touch(tx, 'vipTaskRecord')
  await notify(
    tx,
    'taskDone',
    [{ kind: 'user', id: record.uid }],
    { name: task.name },
    `vipTask-${record.id}`,
  )
  // What has run out stays to be received, e.g. tomorrow.
  if (task.receiveMode === 1 && (await takeShare(tx, task, now))) await reward(tx, task, record, now)
  await evaluateLevel(tx, record.uid, {
    sourceType: 'task',
    sourceId: String(record.id),
    mark: `完成任务${task.name}`,
  })
}

/** One share of what a task gives in a day and in all; false when either has run out. */
async function takeShare(tx: Tx, task: Task, now: Date): Promise<boolean> {
  const day = dayOf(now)
  const taken = await sql`update "vipTask" set "givenNum" = "givenNum" + 1
    where "id" = ${task.id} and ("totalLimit" = 0 or "givenNum" < "totalLimit")`.execute(tx)
  if (Number(taken.numAffectedRows ?? 0) === 0) return false
  const { rows } =
    await sql`insert into "vipTaskDay" as d ("taskId", "day", "given") values (${task.id}, ${day}, 1)
    on conflict ("taskId", "day") do update set "given" = d."given" + 1
      where ${task.dayLimit} = 0 or d."given" < ${task.dayLimit} returning "given"`.execute(tx)
  if (rows.length > 0) return true
  await sql`update "vipTask" set "givenNum" = "givenNum" - 1 where "id" = ${task.id}`.execute(tx)
  return false
}

/** Gives what a task promises for a locked record whose share was taken; each kind once for a record. */
async function reward(tx: Tx, task: Task, record: TaskRecord, now: Date): Promise<void> {
  const { id, uid } = record
  await tx
    .updateTable('vipTaskRecord')
    .set({ status: 2, receiveTime: now })
    .where('id', '=', id)
    .where('status', '=', 1)
    .execute()
  touch(tx, 'vipTaskRecord')
  const title = `任务“${task.name}”`
  await postExperience(tx, { uid, amount: task.experience, linkType: 'task', linkId: String(id), title })
  for (const { kind, n, refId, line } of givenBy(task))
    await grantOf(tx, kind)?.grant(tx, uid, n, { ...sourceOf(task, id), line }, refId)
}

interface Given {
  kind: 'integral' | 'diamond' | 'coupon'
  n: number
  line: number
  refId?: number
}

/** What a task gives through the ledgers of other rooms. */
function givenBy({ integral, diamond, couponIds }: Task): Given[] {
  const points: Given[] = [
    { kind: 'integral', n: integral, line: 0 },
    { kind: 'diamond', n: diamond, line: 0 },
  ]
  const coupons = couponIds.map((refId, line): Given => ({ kind: 'coupon', n: 1, line, refId }))
  return [...points, ...coupons].filter((one) => one.n > 0)
}

const sourceOf = (task: Task, id: number) => ({
  type: 'vipTask',
  id,
  no: task.name,
  title: `任务“${task.name}”`,
})

/** The task of a locked record, whatever has become of it. */
async function taskOf(tx: Tx, id: number): Promise<Task> {
  return tx.selectFrom('vipTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * A customer receives the reward of a done task of their own: 404 数据不存在, 409 奖励已领取, 奖励已过期, 任务尚未完成, 422
 * 今日奖励已发完. Members §3.6, §14.
 */
export async function receive(tx: Tx, uid: number, recordId: number, now: Date): Promise<void> {
  await lockMember(tx, uid)
  const record = await tx
    .selectFrom('vipTaskRecord')
    .selectAll()
    .where('id', '=', recordId)
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (record === undefined) throw notFound()
  if (record.status === 2) throw conflict('奖励已领取')
  if (record.status === 0) throw conflict('任务尚未完成')
  if (record.status === 4) throw conflict('奖励已收回')
  if (record.status === 3 || (record.expireTime !== null && record.expireTime < now))
    throw conflict('奖励已过期')
  const task = await taskOf(tx, record.taskId)
  if (!(await takeShare(tx, task, now))) throw refuse(SOLD_OUT)
  await reward(tx, task, record, now)
}

/** Rewards a user by hand for a task of type 人工发放; false when they have had it in this period or nothing is left. */
export async function giveByHand(tx: Tx, task: Task, uid: number, now: Date): Promise<boolean> {
  await lockMember(tx, uid)
  const record = await recordOf(tx, task, uid, periodKey(task.period, now))
  if (record.status !== 0) return false
  await tx.updateTable('vipTaskRecord').set({ progress: task.target }).where('id', '=', record.id).execute()
  await reach(tx, { ...task, receiveMode: 1 }, record, now)
  return true
}

/**
 * Takes off what an order has counted for tasks, by what was given back of it. A reward that came by itself is taken back as far
 * as it is unspent, once the target is no longer reached. `whole`: nothing of the order is left. Members §3.6.
 */
export async function retreat(
  tx: Tx,
  { uid, orderSubSn, amount, whole }: { uid: number; orderSubSn: string; amount: number; whole: boolean },
): Promise<void> {
  await lockMember(tx, uid)
  const { rows: hits } = await sql<{ taskId: number; recordId: number; amount: number; taskType: number }>`
    select h."taskId", h."recordId", h."amount", t."taskType" from "vipTaskHit" h join "vipTask" t on t."id" = h."taskId"
    where h."sourceType" = 'order' and h."sourceId" = ${orderSubSn} and h."uid" = ${uid} order by h."recordId"`.execute(
    tx,
  )
  for (const hit of hits) {
    const off = hit.taskType === 10 ? Math.min(hit.amount, amount) : whole ? hit.amount : 0
    if (off <= 0) continue
    await sql`update "vipTaskHit" set "amount" = "amount" - ${off} where "taskId" = ${hit.taskId} and "uid" = ${uid}
      and "sourceType" = 'order' and "sourceId" = ${orderSubSn}`.execute(tx)
    const record = await tx
      .selectFrom('vipTaskRecord')
      .selectAll()
      .where('id', '=', hit.recordId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const progress = Math.max(0, Math.round((record.progress - off) * 100) / 100)
    const task = await taskOf(tx, record.taskId)
    const isLost = progress < task.target
    await tx.updateTable('vipTaskRecord').set({ progress }).where('id', '=', record.id).execute()
    touch(tx, 'vipTaskRecord')
    if (!isLost) continue
    if (record.status === 1) await setStatus(tx, record.id, { status: 0, doneTime: null, expireTime: null })
    if (record.status === 2 && task.receiveMode === 1) await takeBack(tx, task, record)
  }
}

async function setStatus(
  tx: Tx,
  id: number,
  values: Partial<Pick<TaskRecord, 'status' | 'doneTime' | 'expireTime'>>,
): Promise<void> {
  await tx.updateTable('vipTaskRecord').set(values).where('id', '=', id).execute()
  touch(tx, 'vipTaskRecord')
}

async function takeBack(tx: Tx, task: Task, record: TaskRecord): Promise<void> {
  await setStatus(tx, record.id, { status: 4 })
  const title = `收回任务“${task.name}”奖励`
  await postExperience(tx, {
    ...{ uid: record.uid, amount: -task.experience, linkType: 'task', linkId: String(record.id) },
    title,
  })
  for (const { kind, line } of givenBy(task))
    await grantOf(tx, kind)?.takeBack(tx, { ...sourceOf(task, record.id), line })
}

import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { nextTimes } from '#kit/server/schedule.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { loadPerson } from '#kit/server/tasks/person.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { exportTaskOf } from '#kit/server/tasks/templateRun.ts'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, notFound, refuse } from '#kit/shared/errors.ts'
import * as calls from './plan.calls.ts'
import { exportPlan } from './plan.entity.ts'
import { isOwn } from './rights.ts'

const MOST_PLANS = 20
const LEAST_MS = 3_600_000
const LOOKED_AT = 30
/** due plans of one run; the next minute takes the others */
const BATCH = 100
const FIELDS = 6
const EXPORT = 2

type PlanRow = EntityRow<typeof exportPlan>

/** When a plan comes next; 422 for what is no cron expression of six fields or comes more than once an hour. */
function nextOf(cron: string): Date {
  const times = cron.trim().split(/\s+/).length === FIELDS ? readTimes(cron) : []
  const [next] = times
  if (next === undefined) throw refuse('cron表达式不正确', 'cron')
  if (times.some((time, at) => at > 0 && time.getTime() - (times[at - 1]?.getTime() ?? 0) < LEAST_MS))
    throw refuse('执行间隔不能小于1小时', 'cron')
  return next
}

function readTimes(cron: string): Date[] {
  try {
    return nextTimes(cron, new Date(), LOOKED_AT)
  } catch {
    return []
  }
}

async function lockPlan(tx: Tx, who: Who, id: number, version: number | null = null): Promise<PlanRow> {
  const row = await lockRow(tx, exportPlan, id, { version })
  if (row.createBy !== who.adminId) throw notFound()
  return row
}

export const planServed: Served[] = [
  read(calls.listPlans, async (db, who) => {
    const rows = await db
      .selectFrom('exportPlan')
      .selectAll()
      .where('createBy', '=', who.adminId)
      .where('isDel', '=', 0)
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, bizName: exportTaskOf(db, row.bizType, row.params)?.title ?? '' }))
  }),
  change(calls.savePlan, async (tx, who, { taskId, title, cron }) => {
    const task = await tx
      .selectFrom('fileTask')
      .select(['bizType', 'params', 'scopeAdminId'])
      .where('id', '=', taskId)
      .where('kind', '=', EXPORT)
      .executeTakeFirst()
    if (task === undefined || !isOwn(who, task)) throw notFound()
    const definition = exportTaskOf(tx, task.bizType, task.params)
    if (definition === undefined) throw refuse('任务类型不存在', 'taskId')
    demand(who, definition.permission)
    const nextTime = nextOf(cron)
    const { n } = await tx
      .selectFrom('exportPlan')
      .select(sql<number>`count(*)`.as('n'))
      .where('createBy', '=', who.adminId)
      .where('isDel', '=', 0)
      .executeTakeFirstOrThrow()
    if (n >= MOST_PLANS) throw refuse(`定时导出最多${MOST_PLANS}个`)
    const { bizType, params } = task
    return { id: (await insertRow(tx, exportPlan, { title, cron, bizType, params, nextTime })).id }
  }),
  change(calls.updatePlan, async (tx, who, { id, version, ...values }) => {
    const before = await lockPlan(tx, who, id, version)
    const wanted = { ...before, ...values }
    const nextTime = wanted.status === 1 ? nextOf(wanted.cron) : null
    await updateRow(tx, exportPlan, before, { ...values, nextTime })
  }),
  change(calls.deletePlan, async (tx, who, { id }) => deleteRow(tx, exportPlan, await lockPlan(tx, who, id))),
]

const duePlans = (db: Db) =>
  db
    .selectFrom('exportPlan')
    .select('id')
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where('nextTime', '<=', sql<Date>`now()`)

/** Whether the time of any export has come. */
export const arePlansDue = async (db: Db): Promise<boolean> =>
  (await duePlans(db).limit(1).executeTakeFirst()) !== undefined

/** Starts the exports whose time has come, each for its person with the rights and scope of now. Platform §10. */
export async function runPlans(db: Db, _params: unknown, signal: AbortSignal): Promise<number> {
  const due = await duePlans(db).orderBy('nextTime').limit(BATCH).execute()
  let started = 0
  for (const { id } of due) {
    if (signal.aborted) break
    if (await runPlan(db, id)) started += 1
  }
  return started
}

async function runPlan(db: Db, id: number): Promise<boolean> {
  const plan = await db.selectFrom('exportPlan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const who = await loadPerson(db, plan.createBy ?? 0)
  if (who === null) {
    await asSystem(db, (tx) => note(tx, id, { status: 0, lastMessage: '账号已停用，定时导出已暂停' }))
    return false
  }
  try {
    return await inTransaction(db, who, async (tx) => {
      // Two processes may have found it due: the second finds it moved on.
      if (!(await note(tx, id, { lastMessage: '' }))) return false
      const definition = exportTaskOf(tx, plan.bizType, plan.params)
      if (definition === undefined) throw refuse('任务类型不存在')
      await startTask(tx, who, definition, plan.params)
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await asSystem(db, (tx) => note(tx, id, { lastMessage: error.message }))
    return false
  }
}

/** Moves a due plan on to its next time with what came of it; false when it is not due any more. */
async function note(tx: Tx, id: number, values: { status?: 0; lastMessage: string }): Promise<boolean> {
  const plan = await tx
    .selectFrom('exportPlan')
    .select('cron')
    .where('id', '=', id)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where('nextTime', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (plan === undefined) return false
  const nextTime = values.status === 0 ? null : (nextTimes(plan.cron, new Date())[0] ?? null)
  await tx
    .updateTable('exportPlan')
    .set({ ...values, nextTime, lastTime: sql`now()` })
    .where('id', '=', id)
    .execute()
  return true
}

import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import { derivedPage } from '#kit/server/derivedPage.ts'
import { fieldErrors } from '#kit/server/dispatch.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { allJobs, enqueueJob, jobOf } from '#kit/server/jobs.ts'
import { columnsPage, type ListOptions } from '#kit/server/list.ts'
import { checkReferences } from '#kit/server/rowReferences.ts'
import { nextTimes } from '#kit/server/schedule.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { recordChange, touch } from '#kit/server/transaction.ts'
import { RUN_NOW } from '#kit/server/worker.ts'
import { conflict, notFound, refuse, stale } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { inputOf } from '#kit/shared/input.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { jobCalls as calls, jobLogCalls as logCalls } from './job.calls.ts'
import { CRON_WRONG, jobInput, jobLogRow, type jobRow, scheduleJob, scheduleJobLog } from './job.entity.ts'

const FIELDS = 6
const LEAST_MS = 10_000
/** So many times are looked at; what comes twice within 10 s does so among them. */
const LOOKED_AT = 60
const SHOWN = 5
const KEPT_DAYS = 7

/** The next times of a cron expression; 422 when it cannot be read, never comes, or comes too often. Platform §13.1. */
function timesOf(cron: string): Date[] {
  const wrong = refuse(CRON_WRONG, 'cronExpression')
  if (cron.split(/\s+/).length !== FIELDS) throw wrong
  const times = readTimes(cron)
  if (times.length === 0) throw wrong
  const tooOften = times.some((time, at) => {
    const before = times[at - 1]
    return before !== undefined && time.getTime() - before.getTime() < LEAST_MS
  })
  if (tooOften) throw refuse('执行间隔不能小于10秒', 'cronExpression')
  return times
}

function readTimes(cron: string): Date[] {
  try {
    return nextTimes(cron, new Date(), LOOKED_AT)
  } catch {
    return []
  }
}

/** The jobs of the code a schedule may run; those of the kit's own machinery are asked for by others. */
const targets = (db: Db) => allJobs(db).filter((job) => job.name !== RUN_NOW)

// A point before an asterisk would be taken for all columns of a table, and the statement not prepared.
const source = sql`(select "id", "id" as "jobId", "title" as "jobName", "jobGroup", "name" as "target",
  regexp_replace("name", '\\.[^.]*$', '') as "beanName", regexp_replace("name", '^.+\\.', '') as "methodName",
  case when "params" = '{}' then '' else "params"::text end as "params", "cron" as "cronExpression", "misfirePolicy",
  "concurrent", "timeoutSec", "remark", "status", "lastTime", "nextTime", "lastStatus", "seeded" as "isSystem",
  "version" from "scheduleJob")`

type JobInput = RowOf<typeof jobInput>

/** What is stored of an input: the columns it names, checked. */
async function columnsOf(tx: Tx, input: Partial<JobInput>, name: string) {
  await checkReferences(tx, jobInput, input)
  const { jobName, jobGroup, cronExpression, misfirePolicy, concurrent, timeoutSec, remark, params } = input
  const given = {
    title: jobName,
    jobGroup,
    cron: cronExpression,
    misfirePolicy,
    concurrent,
    timeoutSec,
    remark,
    params: params === undefined ? undefined : jsonb(paramsOf(tx, name, params)),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The parameters of a job out of their JSON text, as its declaration takes them. */
function paramsOf(db: Db, name: string, text: string): Record<string, unknown> {
  const wrong = refuse('参数格式不正确', 'params')
  let given: unknown
  try {
    given = text === '' ? {} : JSON.parse(text)
  } catch {
    throw wrong
  }
  const object = z.record(z.string(), z.unknown()).safeParse(given)
  if (!object.success) throw wrong
  const result = inputOf(jobOf(db, name)?.params ?? {}).safeParse(object.data)
  if (!result.success) throw refuse(fieldErrors(result.error)[0]?.message ?? '参数格式不正确', 'params')
  return object.data
}

async function lockJob(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('scheduleJob')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

type Job = Awaited<ReturnType<typeof lockJob>>

const TITLES: Readonly<Record<string, string>> = {
  title: '任务名称',
  jobGroup: '任务组',
  name: '调用目标',
  params: '参数',
  cron: 'cron表达式',
  misfirePolicy: '错过策略',
  concurrent: '并发',
  timeoutSec: '超时秒数',
  status: '状态',
  remark: '备注',
}

function logged(job: Job): Record<string, unknown> {
  const row: Readonly<Record<string, unknown>> = { ...job }
  return Object.fromEntries(Object.entries(TITLES).map(([name, title]) => [title, row[name]]))
}

function record(tx: Tx, before: Job | null, after: Job | null): void {
  const row = after ?? before
  if (row === null) return
  touch(tx, scheduleJob.name)
  recordChange(tx, {
    type: scheduleJob.name,
    id: row.id,
    title: row.title,
    before: before && logged(before),
    after: after && logged(after),
  })
}

async function writeJob(tx: Tx, before: Job, values: Record<string, unknown>): Promise<void> {
  const after = await tx
    .updateTable('scheduleJob')
    .set({ ...values, version: sql`"version" + 1` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  record(tx, before, after)
}

const targetOf = ({ beanName, methodName }: Partial<JobInput>): string => `${beanName}.${methodName}`

function checkTarget(db: Db, name: string): void {
  if (!targets(db).some((job) => job.name === name)) throw refuse('调用目标不存在', 'beanName')
}

const logOptions = (input: { beanName: string }): ListOptions => ({
  fresh: true,
  isDel: 'both',
  dateColumn: 'startTime',
  columns: Object.keys(jobLogRow),
  where: input.beanName === '' ? [] : [sql<boolean>`starts_with("target", ${`${input.beanName}.`})`],
})

const logExport = exportEntity(scheduleJobLog, logCalls.exportRows, {
  list: (_who, input) => logOptions({ beanName: String(input.beanName ?? '') }),
  columns: exportColumns(scheduleJobLog).filter((column) => column.name in scheduleJobLog.shape),
})
export const jobTasks = [logExport]

async function readJob(db: Db, id: number): Promise<RowOf<typeof jobRow>> {
  const found = await sql<RowOf<typeof jobRow>>`select * from ${source} as "job" where "id" = ${id}`.execute(
    db,
  )
  const [row] = found.rows
  if (row === undefined) throw notFound()
  return row
}

export const servedJobs: readonly Served[] = [
  read(calls.list, (db, who, input) =>
    derivedPage(
      db,
      who,
      scheduleJob,
      calls.list.answer,
      // Of the times of jobs nobody is told: what they narrow is counted each time.
      { source, keptBy: input.dateLimit === '' ? [scheduleJob.name] : null },
      input,
      { dateColumn: 'lastTime' },
    ),
  ),
  read(calls.info, (db, _who, { id }) => readJob(db, id)),
  read(calls.targets, async (db) =>
    targets(db).map(({ name, title }) => ({ value: name, label: `${title}（${name}）` })),
  ),
  read(calls.times, async (_db, _who, { cronExpression }) =>
    timesOf(cronExpression).slice(0, SHOWN).map(toSeconds),
  ),
  change(calls.add, async (tx, _who, input) => {
    const name = targetOf(input)
    checkTarget(tx, name)
    const [nextTime = null] = timesOf(input.cronExpression)
    const columns = await columnsOf(tx, input, name)
    const row = await tx
      .insertInto('scheduleJob')
      .values({
        title: input.jobName,
        cron: input.cronExpression,
        ...columns,
        name,
        seeded: 0,
        nextTime,
        lastTime: null,
        lastStatus: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    record(tx, null, row)
    return { id: row.id }
  }),
  change(calls.update, async (tx, _who, { id, version, ...input }) => {
    const before = await lockJob(tx, id)
    if (version !== null && version !== before.version) throw stale()
    const isNamed = input.beanName !== undefined || input.methodName !== undefined
    const name = isNamed ? targetOf(input) : before.name
    if (name !== before.name) {
      if (before.seeded === 1) throw refuse('系统任务的调用目标不可修改', 'beanName')
      checkTarget(tx, name)
      // What is stored was checked for another job.
      input.params ??= JSON.stringify(before.params)
    }
    const columns = await columnsOf(tx, input, name)
    const cron = input.cronExpression
    const planned = cron === undefined ? undefined : timesOf(cron)[0]
    const moved = planned !== undefined && cron !== before.cron && before.status === 0
    await writeJob(tx, before, { ...columns, name, ...(moved ? { nextTime: planned } : {}) })
  }),
  change(calls.suspend, async (tx, _who, { jobId }) => {
    const job = await lockJob(tx, jobId)
    if (job.status === 0) await writeJob(tx, job, { status: 1, nextTime: null })
  }),
  change(calls.start, async (tx, _who, { jobId }) => {
    const job = await lockJob(tx, jobId)
    if (job.status === 1) await writeJob(tx, job, { status: 0, nextTime: timesOf(job.cron)[0] ?? null })
  }),
  change(calls.remove, async (tx, _who, { jobId }) => {
    const job = await lockJob(tx, jobId)
    if (job.seeded === 1) throw conflict('系统任务不能删除，只能暂停')
    await tx.deleteFrom('scheduleJob').where('id', '=', jobId).execute()
    record(tx, job, null)
  }),
  change(calls.trigger, async (tx, _who, { jobId }) => {
    const job = await lockJob(tx, jobId)
    if (jobOf(tx, job.name) === undefined) throw conflict('调用目标不存在')
    await enqueueJob(tx, RUN_NOW, { jobId })
  }),
  read(logCalls.list, (db, who, input) =>
    columnsPage(db, who, scheduleJobLog, jobLogRow, input, logOptions(input)),
  ),
  change(logCalls.clear, (tx) =>
    sql`delete from "scheduleJobLog"
      where "status" <> 0 and "startTime" < now() - make_interval(days => ${KEPT_DAYS})`.execute(tx),
  ),
  change(logCalls.exportRows, (tx, who, input) => startTask(tx, who, logExport, input)),
]

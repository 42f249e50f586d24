import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { int } from '#kit/fields/shared.ts'
import { exportOf } from '#kit/server/fileTask.ts'
import { declareJob, runOneJob } from '#kit/server/jobs.ts'
import { claimRuns, runClaimed, seedSchedule } from '#kit/server/schedule.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { registerNow } from '../../tests/registering.ts'

const JOB = '/admin/schedule/job'
const STALE = '数据已被他人修改，请刷新后重试'

let app: TestApp
let token: string
const ticked: Record<string, unknown>[] = []
/** ends the run under way */
let finish: (() => void) | undefined

beforeAll(async () => {
  app = await testApp()
  registerNow(
    app.db,
    declareJob({
      name: 'monitorTest.tick',
      title: '报时',
      params: { hour: int('小时', { max: 23 }) },
      async run(_db, params) {
        ticked.push(params)
        return 3
      },
    }),
    declareJob({
      name: 'monitorTest.slow',
      title: '慢任务',
      run: () =>
        new Promise((resolve) => {
          finish = () => resolve(1)
        }),
    }),
  )
  token = await app.admin()
  await asSystem(app.db, seedSchedule)
})
afterAll(() => app.close())

const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  app.request('GET', `${JOB}${path}`, { token: as, query })
const post = (path: string, body: Record<string, unknown> = {}, as = token) =>
  app.request('POST', `${JOB}${path}`, { token: as, body })

const tick = {
  jobName: '整点报时',
  jobGroup: 'DEFAULT',
  beanName: 'monitorTest',
  methodName: 'tick',
  cronExpression: '*/10 * * * * *',
}
const slow = { ...tick, jobName: '慢慢来', methodName: 'slow' }

async function newJob(input: Record<string, unknown>): Promise<number> {
  const answer = await post('/add', input)
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}
const infoOf = async (id: number) =>
  (await app.request<Record<string, unknown>>('GET', `${JOB}/info/${id}`, { token })).data
const logsOf = async (jobId: number) => (await get('/log/list', { jobId })).data.list

const signal = new AbortController().signal

/** What two processes do in the seconds after a moment: both look, whoever claims a run runs it. */
async function watch(from: number, seconds: number): Promise<void> {
  for (let second = 0; second <= seconds; second++) {
    const now = new Date(from + second * 1000)
    const claimed = await Promise.all([claimRuns(app.db, now), claimRuns(app.db, now)])
    await Promise.all(claimed.flat().map((run) => runClaimed(app.db, run, signal)))
  }
}

test('P16-32 two processes run a job of every 10 seconds six times in a minute, once for each time', async () => {
  const id = await newJob({ ...tick, params: '{"hour": 7}' })
  const next = Number((await infoOf(id)).nextTime) * 1000
  await watch(next - 1000, 51)
  const logs = await logsOf(id)
  expect(logs).toHaveLength(6)
  expect(logs[0]).toMatchObject({
    jobName: '整点报时',
    target: 'monitorTest.tick',
    status: 1,
    handled: 3,
    params: { hour: 7 },
  })
  const planned = await app.db
    .selectFrom('scheduleJobLog')
    .select('plannedTime')
    .where('jobId', '=', id)
    .orderBy('plannedTime')
    .execute()
  expect(planned.map((row) => (row.plannedTime.getTime() - next) / 1000)).toEqual([0, 10, 20, 30, 40, 50])
  expect(ticked).toHaveLength(6)
  expect(await infoOf(id)).toMatchObject({ lastStatus: 1, target: 'monitorTest.tick', isSystem: 0 })
  await post(`/suspend/${id}`)
})

test('P16-32 a job paused during a run: the run ends, and none comes after it', async () => {
  const id = await newJob(slow)
  const next = Number((await infoOf(id)).nextTime) * 1000
  const [run] = await claimRuns(app.db, new Date(next))
  if (run === undefined) throw new Error('nothing was claimed')
  const running = runClaimed(app.db, run, signal)
  expect((await post(`/suspend/${id}`)).code).toBe(200)
  await watch(next + 10_000, 30)
  expect(await logsOf(id)).toMatchObject([{ status: 0 }])
  finish?.()
  await running
  expect(await logsOf(id)).toMatchObject([{ status: 1, handled: 1 }])
  expect(await infoOf(id)).toMatchObject({ status: 1, nextTime: null })
  const before = Date.now()
  expect((await post(`/start/${id}`)).code).toBe(200)
  expect(Number((await infoOf(id)).nextTime) * 1000).toBeGreaterThan(before)
  await post(`/suspend/${id}`)
})

test('while a run is under way the next is skipped, unless several may run beside each other', async () => {
  const id = await newJob(slow)
  const next = Number((await infoOf(id)).nextTime) * 1000
  const [run] = await claimRuns(app.db, new Date(next))
  if (run === undefined) throw new Error('nothing was claimed')
  const running = runClaimed(app.db, run, signal)
  expect(await claimRuns(app.db, new Date(next + 10_000))).toEqual([])
  expect((await logsOf(id)).map((row) => row.status).sort()).toEqual([0, 3])
  finish?.()
  await running
  await post(`/suspend/${id}`)
})

test('P16-32 执行一次 without the permission is refused; with it the job runs once', async () => {
  const id = await newJob({ ...tick, cronExpression: '0 0 0 1 1 *' })
  const reader = await app.person({ permissions: ['admin:schedule:job:list'] })
  expect((await post(`/trig/${id}`, {}, reader.token)).code).toBe(403)
  expect(await logsOf(id)).toEqual([])
  expect((await post(`/trig/${id}`)).code).toBe(200)
  while (await runOneJob(app.db, signal));
  expect(await logsOf(id)).toMatchObject([{ status: 1, handled: 3, message: '' }])
})

test('P16-32 a cron expression is six fields, can be read, and does not come within 10 seconds', async () => {
  const wrong = { code: 422, data: [{ field: 'cronExpression', message: 'cron表达式不正确' }] }
  for (const cronExpression of ['99 * * * * *', '* * * * *', '每天', '0 0 0 31 2 *'])
    expect(await post('/add', { ...tick, cronExpression })).toMatchObject(wrong)
  for (const cronExpression of ['*/5 * * * * *', '0,5 0 0 * * *', '* * * * * *'])
    expect((await post('/add', { ...tick, cronExpression })).message).toBe('执行间隔不能小于10秒')
  const times = await app.request<number[]>('GET', `${JOB}/times`, {
    token,
    query: { cronExpression: '*/10 * * * * *' },
  })
  expect(times.data).toHaveLength(5)
  expect(times.data.map((time, at) => time - (times.data[0] ?? 0) === at * 10)).toEqual(Array(5).fill(true))
  expect(await get('/times', { cronExpression: '99 * * * * *' })).toMatchObject(wrong)
})

test('a target is one of the declared jobs, its parameters are those it declares', async () => {
  const targets = await app.request<{ value: string }[]>('GET', `${JOB}/targets`, { token })
  const values = targets.data.map((one) => one.value)
  expect(values).toEqual(expect.arrayContaining(['monitorTest.tick', 'log.retention']))
  expect(values).not.toContain('kit.runNow')
  expect(await post('/add', { ...tick, methodName: 'tock' })).toMatchObject({
    code: 422,
    message: '调用目标不存在',
  })
  expect((await post('/add', { ...tick, params: '{"hour": 24}' })).data).toMatchObject([{ field: 'params' }])
  expect((await post('/add', { ...tick, params: '[1]' })).message).toBe('参数格式不正确')
  expect((await post('/add', { ...tick, params: '{"day": 1}' })).message).toBe('不支持的参数：day')
  expect((await post('/add', { ...tick, jobGroup: 'NOBODY' })).message).toBe('任务组不存在')
})

test('a job is changed against its version; what the code schedules is paused, not deleted', async () => {
  const counted = async () => (await get('/list')).data.total
  const before = await counted()
  const id = await newJob({ ...tick, cronExpression: '0 0 3 * * *' })
  expect(await counted()).toBe(before + 1)
  const { version } = await infoOf(id)
  expect((await post('/update', { id, version, jobName: '三点', cronExpression: '0 0 4 * * *' })).code).toBe(
    200,
  )
  expect(await post('/update', { id, version, jobName: '四点' })).toMatchObject({ code: 409, message: STALE })
  expect(await infoOf(id)).toMatchObject({ jobName: '三点', cronExpression: '0 0 4 * * *' })
  const { data } = await get('/list', { keywords: 'log.retention' })
  const [seeded] = data.list
  expect(seeded).toMatchObject({
    jobName: '清理到期日志',
    beanName: 'log',
    methodName: 'retention',
    isSystem: 1,
  })
  expect(await post(`/delete/${seeded?.id}`)).toMatchObject({
    code: 409,
    message: '系统任务不能删除，只能暂停',
  })
  expect(
    await post('/update', { id: seeded?.id, beanName: 'monitorTest', methodName: 'tick' }),
  ).toMatchObject({
    code: 422,
    message: '系统任务的调用目标不可修改',
  })
  expect((await post(`/suspend/${seeded?.id}`)).code).toBe(200)
  await asSystem(app.db, seedSchedule)
  expect((await get('/list', { status: 1, keywords: 'log.retention' })).data.total).toBe(1)
  expect((await post(`/delete/${id}`)).code).toBe(200)
  expect((await get(`/info/${id}`)).code).toBe(404)
  expect(await counted()).toBe(before)
  const log = await app.request('GET', '/admin/log/oper/list', { token, query: { bizType: 'scheduleJob' } })
  expect(log.data.list[0]).toMatchObject({ title: '删除定时任务', bizTitle: '三点', businessType: 3 })
})

test('清空 keeps the log of the last 7 days, and what still runs; the list finds by job, target and result', async () => {
  const id = await newJob({ ...tick, jobName: '清空试验', cronExpression: '0 0 0 1 1 *' })
  const now = Date.now()
  const log = (days: number, status: number) => ({
    jobId: id,
    jobName: '清空试验',
    target: 'monitorTest.tick',
    plannedTime: new Date(now - days * 86_400_000 - status),
    startTime: new Date(now - days * 86_400_000),
    endTime: status === 0 ? null : new Date(now - days * 86_400_000 + 1500),
    status,
    leaseUntil: status === 0 ? new Date(now + 60_000) : null,
  })
  await app.db
    .insertInto('scheduleJobLog')
    .values([log(8, 1), log(8, 0), log(6, 2), log(6, 1)])
    .execute()
  expect((await get('/log/list', { jobId: id, status: 2 })).data.list).toMatchObject([
    { ms: 1500, status: 2 },
  ])
  expect((await get('/log/list', { jobId: id, beanName: 'monitor' })).data.total).toBe(0)
  expect((await get('/log/list', { jobId: id, beanName: 'monitorTest' })).data.total).toBe(4)
  const reader = await app.person({ permissions: ['admin:schedule:job:log:list'] })
  expect((await post('/log/clear', {}, reader.token)).code).toBe(403)
  expect((await post('/log/clear')).code).toBe(200)
  expect((await logsOf(id)).map((row) => row.status).sort()).toEqual([0, 1, 2])
})

test('the log is exported as its list shows it', async () => {
  const answer = await app.request<{ taskId: number }>('POST', `${JOB}/log/export`, {
    token,
    body: { keywords: '清空试验', status: '2' },
  })
  expect(answer.code).toBe(200)
  const definition = exportOf(app.db, 'scheduleJobLog')
  const rows: unknown[] = []
  const input = { keywords: '清空试验', status: '2' }
  for await (const part of definition?.rows(app.db, theSystem, input) ?? []) rows.push(...part)
  expect(rows).toMatchObject([{ jobName: '清空试验', target: 'monitorTest.tick', status: '失败' }])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { allJobs, runJob } from '#kit/server/jobs.ts'
import { lineJson, task } from '../../../tests/processJson.ts'
import { registerNow } from '../../../tests/registering.ts'
import { type Desk, deploy, openTasks, users, WORKER, workplace } from '../../../tests/workflow.ts'
import { declareHandler } from '../definition/handlers.ts'
import type { Handler } from '../engine/ports.ts'
import { setClock } from '../store/start.server.ts'
import { TELL } from '../store/tell.server.ts'
import { runTimers } from './timers.server.ts'

type Row = Record<string, unknown>
interface List {
  list: Row[]
  total: number
}

let app: TestApp
let chief: Person
let starter: Person
let ann: Person
let bob: Person
let at: Desk
let failing = true
let tries = 0

const callback: Handler = () => {
  tries += 1
  if (failing) throw new Error('the other system is away')
}
const HOUR = 3600_000
const none = new AbortController().signal

const MONITOR = [
  ...['list', 'transferMany', 'incidents', 'incident:retry', 'statistics'].map(
    (name) => `admin:workflow:monitor:${name}`,
  ),
  'admin:workflow:instance:terminate',
  'admin:workflow:instance:jump',
]

beforeAll(async () => {
  const place = await workplace(['starter', 'ann', 'bob'])
  ;({ app, at } = place)
  registerNow(app.db, declareHandler('callback', 'testCallback', callback, { label: '测试回调' }))
  ;({ starter, ann, bob } = place.people)
  chief = await app.person({ account: 'chief', permissions: [...WORKER, ...MONITOR] })
  const apply = task('apply', 'applicant')
  await deploy(app, lineJson('plain', [apply, task('one', users(ann)), task('two', users(bob))]))
  await deploy(app, lineJson('shared', [apply, task('either', users(ann, bob))]))
  await deploy(
    app,
    lineJson('timed', [
      apply,
      task('remind', users(ann), { reminderTime: 'PT1H', reminderRepeat: '60', expireTime: 'PT4H' }),
    ]),
  )
  await deploy(
    app,
    lineJson('auto', [apply, task('late', users(ann), { expireTime: 'PT1H', autoExecute: 'Y' })]),
  )
  await deploy(app, lineJson('expiring', [apply, task('slow', users(ann))], { expireTime: 'PT2H' }))
  await deploy(
    app,
    lineJson('broken', [apply, task('call', users(ann), { expireTime: 'PT1H', callback: 'testCallback' })]),
  )
})
beforeEach(() => setClock())
afterAll(async () => {
  setClock()
  await app.close()
})

/** So many hours from now. */
const later = (hours: number) => setClock(() => new Date(Date.now() + hours * HOUR))

/** Runs the jobs that tell people of what happened. */
async function tellAll(): Promise<void> {
  const job = allJobs(app.db).find((one) => one.name === TELL)
  const rows = await app.db.selectFrom('job').select(['id', 'params']).where('name', '=', TELL).execute()
  for (const { id, params } of rows) {
    if (job !== undefined) await runJob(app.db, job, Object(params), none, async () => undefined)
    await app.db.deleteFrom('job').where('id', '=', id).execute()
  }
}

const noticesOf = async (person: Person): Promise<string[]> =>
  (
    await app.db
      .selectFrom('adminNotice')
      .select('content')
      .where('adminId', '=', person.adminId)
      .orderBy('id')
      .execute()
  ).map((one) => one.content)

describe('what is due', () => {
  test('reminders repeat until the deadline, then the task is late', async () => {
    const id = await at.start(starter, 'timed', { title: '到期' })
    await runTimers(app.db, none)
    expect(
      (await app.db.selectFrom('processTimer').select('id').where('rootId', '=', id).execute()).length,
    ).toBe(2)
    for (const hours of [1.1, 2.2, 3.3]) {
      later(hours)
      expect(await runTimers(app.db, none)).toBe(1)
    }
    later(4.1)
    await runTimers(app.db, none)
    await tellAll()
    expect((await noticesOf(ann)).filter((text) => text.includes('到期'))).toEqual([
      expect.stringMatching(/^您有新的待办：到期（timed流程·remind名），发起人starter/),
      expect.stringMatching(/^待办提醒：到期/),
      expect.stringMatching(/^待办提醒：到期/),
      expect.stringMatching(/^待办提醒：到期/),
      expect.stringMatching(/^待办已超时：到期/),
    ])
    const todo = await at.ask<List>(ann, 'task/list', { overdue: 1 })
    expect(todo.data.list).toMatchObject([{ title: '到期', overdue: 1 }])
    expect((await at.ask(ann, 'task/count')).data).toMatchObject({ overdue: 1 })
    await at.act(ann, id, 'remind', 'agree')
    expect(
      (await app.db.selectFrom('processTimer').select('id').where('rootId', '=', id).execute()).length,
    ).toBe(0)
  })

  test('a task is completed by itself, an instance is late', async () => {
    const auto = await at.start(starter, 'auto')
    const expiring = await at.start(starter, 'expiring')
    later(1.1)
    await runTimers(app.db, none)
    expect(await at.state(auto)).toBe('approved')
    later(2.1)
    await runTimers(app.db, none)
    const { data } = await at.ask<List>(chief, 'monitor/list', { overdue: 1, processName: 'expiring' })
    expect(data.list).toMatchObject([{ id: expiring, overdue: 1, people: ['ann'], nodeNames: ['slow名'] }])
  })

  test('what fails three times is an incident, which somebody has tried again', async () => {
    failing = true
    const id = await at.start(starter, 'broken')
    tries = 0
    for (const [index, hours] of [1.1, 1.2, 1.3, 1.4].entries()) {
      later(hours)
      // A failed one waits for its pause, also while others look for work just then.
      await Promise.all([1, 2, 3, 4, 5].map(() => runTimers(app.db, none)))
      expect(tries).toBe(Math.min(index + 1, 3))
    }
    const open = await at.ask<List>(chief, 'monitor/incidents', { state: 'open' })
    expect(open.data.list).toMatchObject([
      { instanceId: id, kind: 'deadline', attempts: 3, state: 'open', name: 'call名' },
    ])
    expect(open.data.list[0]?.error).toContain('the other system is away')
    const errors = await app.db
      .selectFrom('errorLog')
      .selectAll()
      .where('path', '=', 'workflow/timer')
      .execute()
    expect(errors).toMatchObject([{ message: 'the other system is away', count: 3 }])
    const incidentId = open.data.list[0]?.id
    expect((await at.call(chief, `monitor/incident/retry/${incidentId}`)).code).toBe(422)
    failing = false
    await at.done(chief, `monitor/incident/retry/${incidentId}`)
    expect((await at.call(chief, `monitor/incident/retry/${incidentId}`)).code).toBe(409)
    const solved = await at.ask<List>(chief, 'monitor/incidents', { state: 'solved' })
    expect(solved.data.list).toMatchObject([{ id: incidentId, solvedBy: chief.adminId }])
    expect((await at.ask<List>(ann, 'task/list', { processName: 'broken', overdue: 1 })).data.total).toBe(1)
  })

  test('several workers at once run everything once', async () => {
    failing = false
    for (let n = 0; n < 30; n++) await at.start(starter, 'auto')
    later(1.1)
    const handled = await Promise.all([
      runTimers(app.db, none),
      runTimers(app.db, none),
      runTimers(app.db, none),
    ])
    expect(handled.reduce((sum, one) => sum + one, 0)).toBe(30)
    const auto = await app.db
      .selectFrom('processTask')
      .select('id')
      .where('processName', '=', 'auto')
      .where('result', '=', 'auto')
      .execute()
    expect(auto).toHaveLength(31)
  })
})

test('everybody of a role is told of its work, once however often the job runs', async () => {
  await deploy(app, lineJson('group', [task('any', `role:${bob.roleId}`)]))
  await at.start(starter, 'group', { title: '全员', submit: 0 })
  const [job] = await app.db
    .selectFrom('job')
    .selectAll()
    .where('name', '=', TELL)
    .orderBy('id', 'desc')
    .execute()
  await tellAll()
  await app.db
    .insertInto('job')
    .values({
      name: TELL,
      params: JSON.stringify(job?.params),
      uniqueKey: null,
      leaseUntil: null,
      doneTime: null,
    })
    .execute()
  await tellAll()
  const told = (await noticesOf(bob)).filter((text) => text.includes('全员'))
  expect(told).toEqual(['您有新的待办：全员（group流程·any名），发起人starter'])
})

describe('who looks after processes', () => {
  test('sees, moves, ends and counts them all', async () => {
    const id = await at.start(starter, 'plain', { title: '监控' })
    const listed = await at.ask<List>(chief, 'monitor/list', { keywords: '监控', adminId: ann.adminId })
    expect(listed.data.list).toMatchObject([{ id, actions: ['terminate', 'jump'], people: ['ann'] }])
    expect(
      (await at.ask<List>(chief, 'monitor/list', { keywords: '监控', adminId: bob.adminId })).data.total,
    ).toBe(0)
    const info = await at.ask<{ jumpable: Row[] }>(chief, `instance/info/${id}`)
    expect(info.data.jumpable.map((one) => one.node)).toEqual(['apply', 'two', 'end'])
    await at.done(chief, `instance/jump/${id}`, { node: 'two', comment: '跳过' })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'two', actors: `user:${bob.adminId}` }])
    await at.done(chief, `instance/terminate/${id}`, { comment: '不做了' })
    expect(await at.state(id)).toBe('terminated')
    expect((await at.call(starter, `instance/terminate/${id}`)).code).toBe(403)
    const statistics = await at.ask<{ processes: Row[]; nodes: Row[] }>(chief, 'monitor/statistics', {
      dateLimit: 'today',
    })
    expect(statistics.data.processes.find((one) => one.processName === 'plain')).toMatchObject({
      processTitle: 'plain流程',
      count: 1,
      approved: 0,
    })
    expect(statistics.data.nodes.length).toBeGreaterThan(0)
  })

  test('what somebody had taken who leaves waits for everybody again', async () => {
    const id = await at.start(starter, 'shared', { title: '签收后离职' })
    const sees = async (person: Person) =>
      (await at.ask<{ total: number }>(person, 'task/list', { keywords: '签收后离职' })).data.total
    await at.act(ann, id, 'either', 'claim')
    expect([await sees(ann), await sees(bob)]).toEqual([1, 0])
    const { data } = await at.call(chief, 'monitor/transferMany', {
      fromId: ann.adminId,
      toId: chief.adminId,
      processName: 'shared',
    })
    expect(data).toEqual({ moved: 1, failed: [] })
    expect([await sees(ann), await sees(bob), await sees(chief)]).toEqual([0, 1, 1])
  })

  test('gives the open work of somebody who leaves to another', async () => {
    const id = await at.start(starter, 'plain', { title: '离职' })
    const { data } = await at.call<{ moved: number; failed: Row[] }>(chief, 'monitor/transferMany', {
      fromId: ann.adminId,
      toId: bob.adminId,
      processName: 'plain',
    })
    expect(data).toEqual({ moved: 1, failed: [] })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'one', actors: `user:${bob.adminId}` }])
    const work = await app.request<Row[]>('GET', '/admin/system/admin/handover/work', {
      token: await app.admin(),
      query: { id: bob.adminId },
    })
    expect(work.data.find((one) => one.kind === 'processTasks')).toMatchObject({ label: '待办' })
    const back = await app.request('POST', '/admin/system/admin/handover', {
      token: await app.admin(),
      body: { fromId: bob.adminId, toId: ann.adminId, items: ['processTasks'] },
    })
    expect(back.data).toMatchObject({ results: [{ kind: 'processTasks', message: '' }], disabled: true })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'one', actors: `user:${ann.adminId}` }])
    expect(
      (await at.call(chief, 'monitor/transferMany', { fromId: bob.adminId, toId: bob.adminId })).message,
    ).toBe('接收人不能是转出人本人')
  })
})

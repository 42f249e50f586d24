import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { lineJson, task } from '../../../tests/processJson.ts'
import { type Desk, deploy, users, workplace } from '../../../tests/workflow.ts'
import type { Trace } from './instance.calls.ts'

interface OpenTask {
  id: number
  node: string
  claimedBy: { id: number } | null
  participants: { kind: string; id: string; name: string }[]
}

let app: TestApp
let starter: Person
let ann: Person
let bob: Person
let stranger: Person
let at: Desk

beforeAll(async () => {
  const place = await workplace(['starter', 'ann', 'bob', 'stranger'])
  ;({ app, at } = place)
  ;({ starter, ann, bob, stranger } = place.people)
})
afterAll(() => app.close())

const nobody = (policy?: string) => task('free', '', policy ? { field: { emptyActorPolicy: policy } } : {})
const traceOf = async (person: Person, id: number): Promise<Trace> => {
  const { data } = await at.ask<{ instances: Trace[] }>(person, 'instance/trace', { id })
  const [trace] = data.instances
  if (trace === undefined) throw new Error(`No trace of ${id}`)
  return trace
}
const setting = async (key: string, value: string) => {
  const answer = await app.request('POST', '/admin/system/config/saveuniq', {
    token: await app.admin(),
    query: { key, value },
  })
  expect(answer.code).toBe(200)
}

test('a start takes the version it names; one that is disabled or unknown is refused', async () => {
  await deploy(app, lineJson('versions', [task('first', users(ann))]))
  await deploy(app, lineJson('versions', [task('second', users(ann))]))
  const started = async (body: object) => at.open(await at.start(starter, 'versions', { ...body }))
  expect(await started({})).toEqual(['second'])
  expect(await started({ version: 1 })).toEqual(['first'])
  const unknown = await at.call(starter, 'instance/start', { processName: 'versions', version: 9 })
  expect([unknown.code, unknown.data.reason]).toEqual([404, 'PROCESS_NOT_FOUND'])
  await app.db
    .updateTable('processDefinition')
    .set({ enabled: 0 })
    .where('name', '=', 'versions')
    .where('revision', '=', 1)
    .execute()
  const stopped = await at.call(starter, 'instance/start', { processName: 'versions', version: 1 })
  expect([stopped.code, stopped.data.reason]).toEqual([409, 'PROCESS_DISABLED'])
})

test('the open tasks of an instance are listed with whom they wait for; strangers see none', async () => {
  await deploy(app, lineJson('listed', [task('pair', `${users(ann)},role:${bob.roleId}`), nobody('anyone')]))
  const id = await at.start(starter, 'listed')
  const tasks = async () => (await at.ask<OpenTask[]>(starter, `instance/tasks/${id}`)).data
  expect(await tasks()).toMatchObject([
    {
      node: 'pair',
      name: 'pair名',
      claimedBy: null,
      participants: [
        { kind: 'role', id: String(bob.roleId), name: '角色：角色bob' },
        { kind: 'user', id: String(ann.adminId), name: 'ann' },
      ],
    },
  ])
  expect((await at.ask(stranger, `instance/tasks/${id}`)).code).toBe(404)
  const pair = await at.taskAt(id, 'pair')
  expect(await at.done(ann, `task/claim/${pair}`)).toEqual({ state: 'running', tasks: [] })
  expect((await tasks())[0]?.claimedBy).toMatchObject({ id: ann.adminId })
  // An act answers what it came to.
  const [free] = (await at.done<{ tasks: number[] }>(ann, `task/agree/${pair}`)).tasks
  expect(await tasks()).toMatchObject([
    { id: free, node: 'free', participants: [{ kind: 'any', id: '', name: '任何人' }] },
  ])
  const trace = await traceOf(starter, id)
  expect(trace.nodes.find(({ node }) => node === 'free')?.people).toMatchObject([
    { adminId: null, name: '任何人' },
  ])
  const info = await at.ask<{ task: { actors: string[] } }>(bob, `task/info/${free}`)
  expect(info.data.task.actors).toEqual(['任何人'])
  expect(await at.done(bob, `task/agree/${free}`)).toEqual({ state: 'approved', tasks: [] })
  expect(await tasks()).toEqual([])
})

test('what is closed by itself is nobody’s decision: the product closed it', async () => {
  await deploy(
    app,
    lineJson('closing', [
      task('vote', users(ann, bob), {
        performType: 'ALL',
        field: { countersignType: 'PARALLEL' },
      }),
    ]),
  )
  const id = await at.start(starter, 'closing')
  const vote = await at.taskAt(id, 'vote', ann)
  expect(await at.done(ann, `task/disagree/${vote}`)).toEqual({ state: 'rejected', tasks: [] })
  const done = (await traceOf(starter, id)).records.filter(({ kind }) => kind === 'taskDone')
  expect(done.map(({ result, person }) => [result, person.name])).toEqual([
    ['disagree', 'ann'],
    ['cancelled', '系统'],
  ])
})

test('an unread copy is read once its instance is opened, on whichever way', async () => {
  await deploy(app, lineJson('copied', [task('lead', users(ann))]))
  const unread = async () =>
    (await at.ask<{ list: unknown[] }>(stranger, 'cc/list', { unread: 1 })).data.list.length
  for (const path of ['instance/info', 'instance/trace'] as const) {
    const id = await at.start(starter, 'copied')
    await at.done(starter, `instance/copy/${id}`, { admins: [stranger.adminId] })
    expect(await unread()).toBe(1)
    // Somebody else who opens it reads nothing for them.
    await traceOf(starter, id)
    expect(await unread()).toBe(1)
    const opened =
      path === 'instance/info'
        ? await at.ask(stranger, `instance/info/${id}`)
        : await at.ask(stranger, 'instance/trace', { id })
    expect([opened.code, await unread()]).toEqual([200, 0])
  }
})

test('the settings say what happens without participants and when they are the same again', async () => {
  await setting('workflow_empty_actor', 'anyone')
  await deploy(app, lineJson('unnamed', [nobody()]))
  const id = await at.start(starter, 'unnamed')
  expect((await at.ask<OpenTask[]>(starter, `instance/tasks/${id}`)).data).toMatchObject([
    { participants: [{ kind: 'any' }] },
  ])
  await setting('workflow_empty_actor', 'error')
  const refused = await at.call(starter, 'instance/start', { processName: 'unnamed' })
  expect([refused.code, refused.data.reason]).toEqual([422, 'NO_ACTOR'])
  // What a task says itself comes first.
  await deploy(app, lineJson('own', [nobody('autoPass')]))
  expect(await at.state(await at.start(starter, 'own'))).toBe('approved')

  await deploy(app, lineJson('same', [task('self', users(starter)), task('lead', users(ann))]))
  expect(await at.open(await at.start(starter, 'same'))).toEqual(['self'])
  await setting('workflow_same_actor', 'skipStarter')
  expect(await at.open(await at.start(starter, 'same'))).toEqual(['lead'])
  await setting('workflow_same_actor', 'none')
})

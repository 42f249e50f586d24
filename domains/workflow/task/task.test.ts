import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { Trace } from '../instance/instance.calls.ts'
import { deploy, lineJson, openTasks, task, WORKER } from '../store/testing.ts'
import type { TaskInfo } from './task.calls.ts'

let app: TestApp
let starter: Person
let ann: Person
let bob: Person
let stranger: Person

const call = <T = Record<string, unknown>>(person: Person, path: string, body: unknown = {}) =>
  app.request<T>('POST', `/admin/workflow/${path}`, { token: person.token, body })
const ask = <T = Record<string, unknown>>(
  person: Person,
  path: string,
  query: Record<string, string | number> = {},
) => app.request<T>('GET', `/admin/workflow/${path}`, { token: person.token, query })

async function begin(processName: string, body: Record<string, unknown> = {}): Promise<number> {
  const answer = await call<{ id: number }>(starter, 'instance/start', { processName, ...body })
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}

async function firstTask(rootId: number): Promise<number> {
  const [found] = await openTasks(app, rootId)
  if (found === undefined) throw new Error('no open task')
  return found.id
}

beforeAll(async () => {
  app = await testApp()
  starter = await app.person({ account: 'starter', permissions: WORKER })
  ann = await app.person({ account: 'ann', permissions: WORKER })
  bob = await app.person({ account: 'bob', permissions: WORKER })
  stranger = await app.person({ account: 'stranger', permissions: WORKER })
  await deploy(
    app,
    lineJson('leave', [
      task('apply', 'applicant'),
      task('lead', `user:${ann.adminId}`),
      task('boss', `role:${bob.roleId}`),
    ]),
  )
})
afterAll(() => app.close())

describe('a process from its start to its end', () => {
  test('every list, page and history tells the same', async () => {
    const id = await begin('leave', { title: '请假三天', variables: { days: 3 } })
    expect(await openTasks(app, id)).toMatchObject([{ node: 'lead', actors: `user:${ann.adminId}` }])

    const todo = await ask<{ list: Record<string, unknown>[]; total: number }>(ann, 'task/list', {
      keywords: '三天',
    })
    expect(todo.data.total).toBe(1)
    expect(todo.data.list[0]).toMatchObject({
      title: '请假三天',
      node: 'lead',
      name: 'lead名',
      processTitle: 'leave流程',
      starterId: starter.adminId,
      batch: 1,
      actions: ['agree'],
    })
    const taskId = Number(todo.data.list[0]?.id)
    const info = await ask<TaskInfo>(ann, `task/info/${taskId}`)
    expect(info.code, info.body).toBe(200)
    expect(info.data).toMatchObject({ variables: { days: 3 }, task: { state: 'open', actors: ['ann'] } })
    const actions = info.data.actions.map((one) => one.action)
    expect(actions).toEqual([
      'agree',
      'reject',
      'returnPrevious',
      'returnStarter',
      'returnTo',
      'transfer',
      'delegate',
      'addSigner',
      'assist',
      'copy',
    ])
    expect((await ask(stranger, `task/info/${taskId}`)).code).toBe(404)
    expect((await call(stranger, `task/agree/${taskId}`)).code).toBe(404)
    expect(
      (await call(ann, `task/agree/${taskId}`, { comment: '准', variables: { checked: true } })).code,
    ).toBe(200)
    const twice = await call(ann, `task/agree/${taskId}`)
    expect(twice).toMatchObject({ code: 409, message: '任务已被处理', data: { reason: 'TASK_CLOSED' } })

    const next = await firstTask(id)
    expect((await call(ann, `task/agree/${next}`)).data).toMatchObject({ reason: 'FORBIDDEN' })
    expect((await call(bob, `task/agree/${next}`)).code).toBe(200)

    const instance = await ask(starter, `instance/info/${id}`)
    expect(instance.data).toMatchObject({
      instance: { state: 'approved', title: '请假三天' },
      variables: { days: 3, checked: true },
      children: [],
    })
    const { data } = await ask<{ instances: Trace[] }>(starter, 'instance/trace', { id })
    expect(data.instances).toHaveLength(1)
    expect(data.instances[0]?.highlight).toEqual({
      historyNodeNames: ['start', 'apply', 'lead', 'boss', 'end'],
      activeNodeNames: [],
      historyEdgeNames: ['w1', 'w2', 'w3', 'w4'],
    })
    const records = data.instances[0]?.records.map((one) => `${one.person.name}${one.label}`)
    expect(records).toEqual(['starter发起', 'starter同意', 'ann同意', 'bob同意', 'bob已通过'])
    const done = await ask<{ list: Record<string, unknown>[] }>(ann, 'task/list', { tab: 'done' })
    expect(done.data.list[0]).toMatchObject({ id: taskId, result: 'agree', comment: '准' })
  })
})

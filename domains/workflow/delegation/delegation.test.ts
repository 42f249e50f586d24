import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { lineJson, task } from '../../../tests/processJson.ts'
import { type Desk, deploy, openTasks, users, workplace } from '../../../tests/workflow.ts'
import { standingDelegate } from './standing.server.ts'

const DELEGATION = ['list', 'info', 'save', 'update', 'delete'].map(
  (name) => `admin:workflow:delegation:${name}`,
)
const DAY = 86_400

let app: TestApp
let ann: Person
let bob: Person
let cat: Person
let at: Desk

beforeAll(async () => {
  const place = await workplace(['ann', 'bob', 'cat'], DELEGATION)
  ;({ app, at } = place)
  ;({ ann, bob, cat } = place.people)
  for (const name of ['first', 'second']) await deploy(app, lineJson(name, [task('one', users(ann))]))
})
afterAll(() => app.close())

const today = Math.floor(Date.now() / 1000)
const from = (person: Person, delegate: Person, more: Record<string, unknown> = {}) =>
  at.done<{ id: number }>(person, 'delegation/save', {
    delegateId: delegate.adminId,
    fromTime: today - DAY,
    toTime: today + DAY,
    ...more,
  })
const delegateOf = (person: Person, process: string, days = 0) =>
  standingDelegate(app.db, person.adminId, process, new Date((today + days * DAY) * 1000))

test('work does not go to a delegate whose account was disabled since', async () => {
  await deploy(app, lineJson('third', [task('one', users(bob))]))
  await from(bob, cat, { processName: 'third' })
  expect(await openTasks(app, await at.start(ann, 'third', { submit: 0 }))).toMatchObject([
    { actors: users(bob, cat) },
  ])
  await sql`update "admin" set "status" = 0 where "id" = ${cat.adminId}`.execute(app.db)
  expect(await openTasks(app, await at.start(ann, 'third', { submit: 0 }))).toMatchObject([
    { actors: users(bob) },
  ])
  await sql`update "admin" set "status" = 1 where "id" = ${cat.adminId}`.execute(app.db)
})

test('while it lasts the delegate stands beside the owner', async () => {
  const { id } = await from(ann, bob, { reason: '休假' })
  const instance = await at.start(cat, 'first', { submit: 0 })
  expect(await openTasks(app, instance)).toMatchObject([{ actors: users(ann, bob) }])
  await at.act(bob, instance, 'one', 'agree')
  expect(await at.state(instance)).toBe('approved')
  expect(await delegateOf(ann, 'first', 2)).toBeNull()
  expect(await delegateOf(ann, 'first', -2)).toBeNull()

  // A process's own rule beats the one for all; chains end at their last, cycles before they come round.
  await from(ann, cat, { processName: 'second' })
  expect(await delegateOf(ann, 'first')).toBe(bob.adminId)
  expect(await delegateOf(ann, 'second')).toBe(cat.adminId)
  await from(bob, cat)
  expect(await delegateOf(ann, 'first')).toBe(cat.adminId)
  await from(cat, ann)
  expect(await delegateOf(ann, 'first')).toBe(cat.adminId)

  const { data } = await at.ask<{ list: Record<string, unknown>[] }>(ann, 'delegation/list')
  expect(data.list.map((one) => [one.processTitle, one.state])).toEqual([
    ['second流程', 'active'],
    ['全部流程', 'active'],
  ])
  expect((await at.ask(bob, `delegation/info/${id}`)).code).toBe(404)
  expect((await at.call(bob, `delegation/delete/${id}`)).code).toBe(404)
  await at.done(ann, 'delegation/update', { id, status: 0 })
  expect(await delegateOf(ann, 'first')).toBeNull()
  await at.done(ann, `delegation/delete/${id}`)
  expect((await at.ask(ann, `delegation/info/${id}`)).code).toBe(404)
})

test('what cannot be delegated is refused', async () => {
  const refused = async (values: Record<string, unknown>) =>
    (
      await at.call(ann, 'delegation/save', {
        delegateId: bob.adminId,
        fromTime: today,
        toTime: today + 1,
        ...values,
      })
    ).message
  expect(await refused({ delegateId: ann.adminId })).toBe('受托人不能是本人')
  expect(await refused({ toTime: today })).toBe('结束时间必须晚于开始时间')
  expect(await refused({ processName: 'nothing' })).toBe('流程不存在')
  expect(await refused({ delegateId: 99_999_999 })).toBe('受托人不存在或已停用')
})

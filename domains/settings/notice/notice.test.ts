import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { startLive, subscribe } from '#kit/server/live.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from '../../../tests/registering.ts'
import { notify } from './notify.ts'
import { declareScene, seedScenes } from './scenes.ts'
import { declareReach, declareReceiver, declareSender, holdersOf, type Sending } from './senders.ts'

let app: TestApp
let one: Person
const sent: Sending[] = []

const registered = [
  declareScene({
    mark: 'testStaff',
    type: '测试提醒',
    description: '测试用',
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: '单据{sn}有{n}行',
    link: '/somewhere/{id}',
    tempKey: 'OPENTM1',
  }),
  declareScene({
    mark: 'testUser',
    type: '测试用户',
    description: '',
    sendType: 1,
    channels: ['sms'],
    content: '您好，{name}',
  }),
  declareReceiver('user', async (_db, ids) => ids.map((id) => ({ id, phone: `1380000${id}` }))),
  declareReach(async (_db, uid) => uid !== 1002),
  // What goes to senders is looked at here, so this one stands in for that of the short messages.
  declareSender('sms', async (tx, sending) => {
    if (sending.params.sn === 'broken') await sql`select 1 / 0`.execute(tx)
    sent.push(sending)
  }),
]

beforeAll(async () => {
  app = await testApp()
  registerNow(app.db, ...registered)
  one = await app.person({ account: 'told_one', permissions: ['admin:goods:watch'] })
  await asSystem(app.db, seedScenes)
})
beforeEach(() => {
  sent.length = 0
})
afterAll(() => app.close())

const PARAMS = { sn: 'A1', n: 3, id: 7 }
const tell = (source: string, params: Record<string, string | number> = PARAMS, ids = [one.adminId]) =>
  asSystem(app.db, (tx) =>
    notify(
      tx,
      'testStaff',
      ids.map((id) => ({ kind: 'admin', id })),
      params,
      source,
    ),
  )
const noticesOf = (adminId: number) =>
  app.db.selectFrom('adminNotice').selectAll().where('adminId', '=', adminId).orderBy('id').execute()
const smsOn = (mark: string, isSms: 0 | 1 | 2) =>
  app.db.updateTable('systemNotification').set({ isSms }).where('mark', '=', mark).execute()

test('a message is filled in, linked, heard at once, and told once however often it is told', async () => {
  const live = await startLive(app.url, app.db)
  const heard: (number | undefined)[] = []
  const stop = subscribe(app.db, ({ topic, adminId }) => topic === 'notice' && heard.push(adminId))
  await Promise.all([tell('a:1'), tell('a:1'), tell('a:1')])
  await tell('a:1')
  expect(await noticesOf(one.adminId)).toMatchObject([
    { type: '测试提醒', content: '单据A1有3行', link: '/somewhere/7', readTime: null },
  ])
  await expect.poll(() => heard).toEqual([one.adminId])
  stop()
  await live.stop()
  await tell('a:2')
  expect(await noticesOf(one.adminId)).toHaveLength(2)
})

test('other channels: only when switched on, with an address, a sender and nobody against it', async () => {
  await tell('b:1')
  await smsOn('testStaff', 1)
  await tell('b:2')
  expect(sent).toEqual([])
  const phone = '13712345678'
  await app.db.updateTable('admin').set({ phone }).where('id', '=', one.adminId).execute()
  await tell('b:2a')
  expect(sent).toEqual([])
  await app.db.updateTable('admin').set({ isSms: 1 }).where('id', '=', one.adminId).execute()
  await tell('b:3')
  expect(sent).toMatchObject([
    { address: phone, source: 'b:3', params: PARAMS, scene: { tempKey: 'OPENTM1' } },
  ])
  const refusal = { adminId: one.adminId, mark: 'testStaff', channel: 'sms' }
  await app.db.insertInto('noticeRefusal').values(refusal).execute()
  await tell('b:4')
  expect(sent).toHaveLength(1)
  await app.db.deleteFrom('noticeRefusal').execute()
  await app.db.updateTable('admin').set({ status: 0 }).where('id', '=', one.adminId).execute()
  const before = (await noticesOf(one.adminId)).length
  await tell('b:5')
  expect(await noticesOf(one.adminId)).toHaveLength(before)
  await app.db.updateTable('admin').set({ status: 1 }).where('id', '=', one.adminId).execute()
})

test('what fails undoes nothing of the caller, and is kept', async () => {
  await smsOn('testStaff', 1)
  await asSystem(app.db, async (tx) => {
    await tx.insertInto('installation').values({ name: 'notice-test', value: 'stays' }).execute()
    const me = [{ kind: 'admin', id: one.adminId }]
    await notify(tx, 'testStaff', me, { ...PARAMS, sn: 'broken' }, 'c:1')
    await notify(tx, 'nobodyKnows', me, {}, 'c:1')
    await notify(tx, 'testUser', [{ kind: 'strangers', id: 1 }], {}, 'c:1')
  })
  const row = app.db.selectFrom('installation').select('value').where('name', '=', 'notice-test')
  expect(await row.executeTakeFirst()).toEqual({ value: 'stays' })
  const failed = await app.db.selectFrom('noticeSent').selectAll().where('status', '=', 2).execute()
  expect(failed).toMatchObject([{ source: 'c:1', channel: 'sms', error: expect.stringContaining('zero') }])
  const errors = await app.db
    .selectFrom('errorLog')
    .select('path')
    .where('path', 'like', 'notify/%')
    .execute()
  expect(errors.map((error) => error.path).sort()).toEqual([
    'notify/nobodyKnows',
    'notify/testStaff',
    'notify/testUser',
  ])
  expect((await noticesOf(one.adminId)).at(-1)).toMatchObject({ content: '单据broken有3行' })
})

test('users are asked for by the room that knows whether they may be reached', async () => {
  await smsOn('testUser', 1)
  const users = [1001, 1002].map((id) => ({ kind: 'user', id }))
  await asSystem(app.db, (tx) => notify(tx, 'testUser', users, { name: '王' }, 'd:1'))
  expect(sent.map((sending) => sending.address)).toEqual(['13800001001'])
})

test('who holds a permission: by an own role, or by the role that holds everything', async () => {
  const ids = (await holdersOf(app.db, 'admin:goods:watch')).map((holder) => holder.id)
  expect(ids).toContain(one.adminId)
  expect((await holdersOf(app.db, 'admin:goods:wat')).map((holder) => holder.id)).not.toContain(one.adminId)
  const { adminId } = await app.db
    .selectFrom('admin')
    .select('id as adminId')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(ids).toContain(adminId)
})

test('the own messages: list, number, read one, read all; nobody else’s', async () => {
  const [reader, other] = [
    await app.person({ account: 'reader_a' }),
    await app.person({ account: 'reader_b' }),
  ]
  for (const source of ['e:1', 'e:2', 'e:3']) await tell(source, PARAMS, [reader.adminId, other.adminId])
  const count = async (token: string) =>
    (await app.request<{ count: number }>('GET', '/admin/notice/unread/count', { token })).data.count
  const list = async (token: string, query = {}) =>
    (await app.request('GET', '/admin/notice/my/list', { token, query })).data.list
  const first = (await list(reader.token)).at(-1)
  expect(await list(reader.token)).toHaveLength(3)
  expect(first).toMatchObject({ type: '测试提醒', content: '单据A1有3行', link: '/somewhere/7' })
  const read = (token: string, body = {}) => app.request('POST', '/admin/notice/read', { token, body })
  await read(other.token, { ids: String(first?.id) })
  expect(await count(reader.token)).toBe(3)
  await read(reader.token, { ids: String(first?.id) })
  expect(await count(reader.token)).toBe(2)
  expect(await list(reader.token, { unread: 1 })).toHaveLength(2)
  await read(reader.token)
  expect([await count(reader.token), await count(other.token)]).toEqual([0, 3])
})

test('what a person does not want is not told them; a channel the scene does not use cannot be chosen', async () => {
  await smsOn('testStaff', 2)
  const chooser = await app.person({ account: 'chooser' })
  const { token } = chooser
  const wishes = async () => {
    const { data } = await app.request<{ mark: string }[]>('GET', '/admin/notice/my/scenes', { token })
    return data.find((row) => row.mark === 'testStaff')
  }
  const wish = (body: Record<string, unknown>) =>
    app.request('POST', '/admin/notice/my/scene', { token, body: { channel: 'notice', ...body } })
  expect(await wishes()).toMatchObject({ notice: true, sms: null, wechat: null })
  await wish({ mark: 'testStaff', on: 0 })
  expect(await wishes()).toMatchObject({ notice: false })
  await tell('f:1', PARAMS, [chooser.adminId])
  expect(await noticesOf(chooser.adminId)).toEqual([])
  await wish({ mark: 'testStaff', on: 1 })
  await tell('f:1', PARAMS, [chooser.adminId])
  expect(await noticesOf(chooser.adminId)).toHaveLength(1)
  expect((await wish({ mark: 'testUser', on: 0 })).code).toBe(404)
})

test('the switches of a scene count at once; one it does not have cannot be switched', async () => {
  const token = await app.admin()
  const { data } = await app.request('GET', '/admin/system/notification/list', {
    token,
    query: { keywords: 'testStaff' },
  })
  const id = Number(data.list[0]?.id)
  const turn = (name: string) =>
    app.request('POST', `/admin/system/notification/${name}/switch/${id}`, { token })
  const info = async () =>
    (await app.request('GET', '/admin/system/notification/detail', { token, query: { id } })).data
  expect(await info()).toMatchObject({ isNotice: 1, isWechat: 2, isRoutine: 0 })
  expect((await turn('notice')).code).toBe(200)
  const before = (await noticesOf(one.adminId)).length
  await tell('g:1')
  expect(await noticesOf(one.adminId)).toHaveLength(before)
  expect((await turn('notice')).code).toBe(200)
  const body = { id, content: '改为{sn}' }
  expect((await app.request('POST', '/admin/system/notification/update', { token, body })).code).toBe(200)
  await tell('g:2')
  expect((await noticesOf(one.adminId)).at(-1)).toMatchObject({ content: '改为A1' })
  expect(await turn('routine')).toMatchObject({ code: 409, message: '该场景没有此通知方式' })
  expect((await turn('wechat')).code).toBe(200)
  expect(await info()).toMatchObject({ isWechat: 1 })
})

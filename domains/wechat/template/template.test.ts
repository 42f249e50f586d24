import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedScenes } from '#domains/settings/notice/scenes.ts'
import { declareReceiver, declareScene, notify } from '#domains/settings/settings.door.ts'
import { runOneJob } from '#kit/server/jobs.ts'
import { declareConsumer, deliverOne } from '#kit/server/outbox.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from '../../../tests/registering.ts'
import { complete, happened, type WechatApp, wechatApp } from '../../../tests/wechat.ts'
import { declareTemplateSource, type WantedTemplate } from '../wechat.door.ts'
import { valuesOf } from './send.server.ts'

let house: WechatApp
const receipts: Record<string, unknown>[] = []

beforeAll(async () => {
  house = await wechatApp()
  registerNow(
    house.app.db,
    declareScene({
      mark: 'testShipped',
      type: '模板OPENTM1',
      description: '',
      sendType: 1,
      channels: ['wechat', 'routine'],
      content: '{sn}已发货',
      tempKey: 'OPENTM1',
      routineKey: '101',
    }),
  )
  registerNow(
    house.app.db,
    declareReceiver('user', async (_db, ids) =>
      ids.map((id) => ({ id, openid: id === 9 ? 'stranger' : `o${id}`, routineOpenid: `r${id}` })),
    ),
  )
  registerNow(
    house.app.db,
    declareConsumer({
      name: 'test.receipt',
      event: 'message.receipt',
      handle: async (_tx, payload) => void receipts.push(payload),
    }),
  )

  await house.configure(84, complete)
  await asSystem(house.app.db, seedScenes)
  await house.configure(66, { routine_appid: 'wxroutine', routine_appsecret: 'right' })
})
beforeEach(() => {
  receipts.length = 0
})
afterAll(() => house.close())

interface Synced {
  added: number
  kept: number
  failed: { tempKey: string; errcode: number; errmsg: string }[]
}
const sync = (kind: 'whcbqhn' | 'routine') =>
  house.app.request<Synced>('POST', `/admin/wechat/template/${kind}/sync`, { token: house.token, body: {} })
const stored = () =>
  house.app.db.selectFrom('templateMessage').selectAll().where('isDel', '=', 0).orderBy('id').execute()

test('the scenes of 消息通知 say which templates are wanted', async () => {
  expect((await sync('whcbqhn')).data).toEqual({ added: 1, kept: 0, failed: [] })
  expect((await sync('routine')).data).toEqual({ added: 1, kept: 0, failed: [] })
  expect(await stored()).toMatchObject([
    { type: 1, tempKey: 'OPENTM1', tempId: 'T-OPENTM1-1', content: '{{first.DATA}}\n单号：{{sn.DATA}}' },
    { type: 0, tempKey: '101', tempId: 'T-101-1', name: '模板101' },
  ])
  const body = house.fake.heard.find((one) => one.path === 'wxaapi/newtmpl/addtemplate')?.body
  expect(body).toEqual({ tid: '101', kidList: [1, 2, 3], sceneDesc: '模板OPENTM1' })
})

/** Runs every job that waits once, also those that wait for their next attempt. */
async function runJobs(): Promise<void> {
  const { rows } = await sql`update "job" set "nextTime" = now() - interval '1 second'
    where "status" = 0 returning "id"`.execute(house.app.db)
  for (const _row of rows) await runOneJob(house.app.db, new AbortController().signal)
}

async function tell(ids: number[], source: string): Promise<void> {
  const db = house.app.db
  await db
    .updateTable('systemNotification')
    .set({ isWechat: 1, isRoutine: 1 })
    .where('mark', '=', 'testShipped')
    .execute()
  const receivers = ids.map((id) => ({ kind: 'user', id }))
  await asSystem(db, (tx) => notify(tx, 'testShipped', receivers, { sn: 'DD1', first: '您好' }, source))
  await runJobs()
}

test('a scene tells by both channels, once for a source, and hears what became of it', async () => {
  await tell([1], 'order:1')
  await tell([1], 'order:1')
  expect(house.fake.sent.map(({ kind, body }) => [kind, body.touser, body.template_id])).toEqual([
    ['wechat', 'o1', 'T-OPENTM1-1'],
    ['routine', 'r1', 'T-101-1'],
  ])
  expect(house.fake.sent[0]?.body.data).toEqual({ first: { value: '您好' }, sn: { value: 'DD1' } })
  const MsgID = Number(house.fake.sent[0]?.msgId)
  await house.tell(happened('o1', 'TEMPLATESENDJOBFINISH', { MsgID, Status: 'success' }))
  await house.tell(happened('o1', 'TEMPLATESENDJOBFINISH', { MsgID: 1, Status: 'success' }))
  while (await deliverOne(house.app.db));
  expect(receipts).toMatchObject([{ source: 'testShipped:order:1', channel: 3, status: 1 }])
})

test('what is refused for good is kept with its reason; what may pass is tried again', async () => {
  const of = (openid: string) =>
    house.app.db.selectFrom('wechatSend').selectAll().where('openid', '=', openid).executeTakeFirstOrThrow()
  await tell([9], 'order:2')
  expect(await of('stranger')).toMatchObject({
    status: 2,
    attempts: 1,
    error: '微信接口错误：43004 需要接收者关注公众号',
  })
  house.fake.refuse('cgi-bin/message/template/send', -1)
  await tell([2], 'order:2')
  expect(await of('o2')).toMatchObject({ status: 0, attempts: 1 })
  await runJobs()
  expect(await of('o2')).toMatchObject({ status: 1, attempts: 2 })
  house.fake.refuse('cgi-bin/message/template/send', -1, -1, -1)
  await tell([3], 'order:2')
  for (let round = 0; round < 3; round++) await runJobs()
  expect(await of('o3')).toMatchObject({ status: 2, attempts: 3 })
})

test('the values of a template are those of its places', () => {
  const content = '{{first.DATA}} {{ a1.DATA }} {{none.DATA}} {other}'
  expect(valuesOf(content, { first: 'x'.repeat(30), a1: 7, unused: 1 })).toEqual({
    first: { value: 'x'.repeat(20) },
    a1: { value: '7' },
    none: { value: '' },
  })
})

test('P16-29, M-068: templates that are there are taken over, missing ones added, refused ones listed; twice adds nothing', async () => {
  const wanted: WantedTemplate[] = ['A1', 'A2', 'A3', 'BAD'].map((tempKey) => ({
    kind: 'wechat',
    tempKey,
    title: `模板${tempKey}`,
  }))
  registerNow(
    house.app.db,
    declareTemplateSource(async () => wanted),
  )
  const others = [...house.fake.templates, { id: 'other', title: '别人的', content: '' }]
  house.fake.templates.splice(0, Infinity, ...others, {
    id: 'there',
    title: '模板A1',
    content: '{{sn.DATA}}',
  })
  house.fake.rejected.add('BAD')
  const failed = [{ tempKey: 'BAD', errcode: 45027, errmsg: '模板与所选行业不符' }]
  expect((await sync('whcbqhn')).data).toEqual({ added: 2, kept: 1, failed })
  expect((await sync('whcbqhn')).data).toEqual({ added: 0, kept: 3, failed })
  expect((await stored()).find((row) => row.tempKey === 'A1')).toMatchObject({ tempId: 'there', version: 1 })
  expect(house.fake.templates.map((one) => one.id)).toContain('other')
  let goOn = () => {}
  const begun = new Promise<void>((begin) => {
    registerNow(
      house.app.db,
      declareTemplateSource(async () => {
        begin()
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        return wanted
      }),
    )
  })
  const first = sync('whcbqhn')
  await begun
  expect(await sync('whcbqhn')).toMatchObject({ code: 409, message: '正在同步' })
  goOn()
  expect((await first).data).toEqual({ added: 0, kept: 3, failed })
  const list = await house.app.request('GET', '/admin/wechat/template/list', {
    token: house.token,
    query: { type: 1, keywords: 'A2' },
  })
  expect(list.data.list).toMatchObject([{ tempKey: 'A2', name: '模板A2', status: 1 }])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { addSkus, bring, openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { isWithin, runDue } from './strategy.server.ts'

let app: TestApp
let notes: TestNotes
let place: TestWarehouse
let lead: Person
const S = '/admin/wts/pickList/strategy'
beforeAll(async () => {
  app = await testApp()
  notes = new TestNotes(app.db)
  place = await openWarehouse(app.db)
  lead = await app.person({
    permissions: ['list', 'info', 'save', 'update', 'delete', 'update:status', 'run'].map(
      (one) => `admin:wts:pickList:strategy:${one}`,
    ),
  })
})
afterAll(() => app.close())

const post = (path: string, body: object = {}) =>
  app.request<{ id: number; result: string }>('POST', `${S}${path}`, { token: lead.token, body })
const seen = async (id: number) =>
  (
    await app.request<{ lastResult: string; lastTime: number | null }>('GET', `${S}/info/${id}`, {
      token: lead.token,
    })
  ).data
async function goods(count: number): Promise<number[]> {
  const skus = await addSkus(app.db, count)
  for (const skuId of skus)
    await bring(app.db, { warehouseId: place.id, sectionId: place.sections.store, skuId }, 50)
  return skus
}
const statusOf = async (taskId: number) =>
  (await app.db.selectFrom('shipTask').select('status').where('id', '=', taskId).executeTakeFirstOrThrow())
    .status

test('hours of a strategy begin with their first and end before their last', () => {
  expect(['07:59', '08:00', '17:59', '18:00'].map((now) => isWithin('08:00,18:00', now))).toEqual([
    ...[false, true, true, false],
  ])
  expect(isWithin('', '03:00')).toBe(true)
})

test('W §5.2: a strategy takes tasks of one line first, by hand and by itself once its minutes are over', async () => {
  const [a = 0, b = 0] = await goods(2)
  const both = await notes.open(place.id, [
    { skuId: a, qty: 2 },
    { skuId: b, qty: 2 },
  ])
  const single = await notes.open(place.id, [{ skuId: a, qty: 1 }])
  // What is ordered after the cut-off is planned for tomorrow.
  const form = {
    name: '单品先走',
    warehouseId: place.id,
    maxTasks: 1,
    singleFirst: 1,
    everyMinutes: 30,
    aheadDays: 1,
  }
  const { data, message } = await post('/save', form)
  expect(message).toBe('操作成功')
  expect((await post('/save', form)).message).toBe('策略名称已存在')
  expect((await post(`/run/${data.id}`)).data.result).toMatch(/^BC\d+：1张拣货单，1个任务$/)
  expect([await statusOf(single.taskId), await statusOf(both.taskId)]).toEqual([1, 0])
  // It ran just now.
  expect(await runDue(app.db)).toBe(0)
  expect(await statusOf(both.taskId)).toBe(0)
  const later = () =>
    sql`update "waveStrategy" set "lastTime" = now() - interval '31 minutes' where "id" = ${data.id}`.execute(
      app.db,
    )
  await later()
  expect(await runDue(app.db)).toBe(1)
  expect(await statusOf(both.taskId)).toBe(1)
  await later()
  expect(await runDue(app.db)).toBe(0)
  expect(await seen(data.id)).toMatchObject({ lastResult: '没有可拣货的出库任务' })
  await later()
  await notes.open(place.id, [{ skuId: a, qty: 1 }])
  expect((await post(`/update/status/${data.id}`, { status: 0 })).message).toBe('操作成功')
  expect(await runDue(app.db)).toBe(0)
})

test('W §14: strategies of other warehouses are neither seen nor run', async () => {
  const other = await openWarehouse(app.db)
  const { data } = await post('/save', { name: '别处', warehouseId: other.id })
  const narrow = await app.person({
    permissions: ['admin:wts:pickList:strategy:list', 'admin:wts:pickList:strategy:run'],
    ...{ dataScope: 7, scopeIds: { warehouseIds: [place.id] } },
  })
  expect((await app.request('POST', `${S}/run/${data.id}`, { token: narrow.token, body: {} })).code).toBe(404)
})

// Lines of documents: within the reader's rights, and counted anew when lines are added.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { TestNotes } from '../../../tests/notes.ts'
import { pickedTask } from '../../../tests/shipping.ts'
import { openWarehouse, type TestWarehouse } from '../../../tests/stock.ts'
import { addLines } from '../pick/wave.server.ts'

let app: TestApp
let token: string
let place: TestWarehouse
let other: TestWarehouse
let task: Awaited<ReturnType<typeof pickedTask>>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  place = await openWarehouse(app.db)
  other = await openWarehouse(app.db)
  task = await pickedTask(app.db, new TestNotes(app.db), place)
})
afterAll(() => app.close())

type Rows = { list: Record<string, unknown>[]; total: number }
const get = (path: string, query: Record<string, string | number>, as = token) =>
  app.request<Rows>('GET', `/admin/wts/${path}`, { token: as, query })

const lineOf = async () => {
  const { rows } = await sql<{
    pickListId: number
    stockLotId: number
    sectionId: number
    lotNo: string
    taskLineId: number
  }>`
    select l."pickListId", l."stockLotId", l."sectionId", l."lotNo", h."taskLineId" from "pickListLine" l
    join "pickShare" h on h."pickLineId" = l."id" join "shipTaskLine" k on k."id" = h."taskLineId"
    where k."taskId" = ${task.taskId} limit 1`.execute(app.db)
  const [line] = rows
  if (line === undefined) throw new Error('The task has no line')
  return line
}

test('lines tell their goods, and are counted anew when some are added', async () => {
  const { pickListId, taskLineId, ...place2 } = await lineOf()
  const lines = async () => (await get('pickList/lines', { pickListId })).data
  expect(await lines()).toMatchObject({ total: 1, list: [{ storeName: '酸奶', pickedQty: 8 }] })
  const bound = {
    ...place2,
    ref: taskLineId,
    lineId: 1,
    warehouseId: place.id,
    skuId: task.skuId,
    lotId: 0,
    q: 1000,
  }
  await asSystem(app.db, (tx) => addLines(tx, pickListId, [bound]))
  expect(await lines()).toMatchObject({ total: 2, list: [{ qty: 8 }, { qty: 1 }] })
  expect((await get('pickList/lines', { pickListId, page: 2, limit: 1 })).data).toMatchObject({
    total: 2,
    list: [{ qty: 1 }],
  })
})

test('only whoever sees the document sees its lines', async () => {
  const { pickListId } = await lineOf()
  const permissions = [
    'admin:wts:pickList:info',
    'admin:wts:pickList:task:info',
    'admin:wts:deliveryOrder:info',
  ]
  const at = (warehouseId: number) =>
    app.person({ permissions, dataScope: 7, scopeIds: { warehouseIds: [warehouseId] } })
  const [mine, foreign] = [await at(place.id), await at(other.id)]
  const paths: [string, Record<string, number>][] = [
    ['pickList/lines', { pickListId }],
    ['pickList/task/lines', { taskId: task.taskId }],
    ['deliveryOrder/lines', { deliveryId: task.deliveryId }],
  ]
  for (const [path, query] of paths) {
    const seen = await get(path, query, mine.token)
    expect([path, seen.code, seen.data.list.length > 0]).toEqual([path, 200, true])
    expect([path, (await get(path, query, foreign.token)).code]).toEqual([path, 404])
    const none = Object.fromEntries(Object.keys(query).map((name) => [name, 999_999]))
    expect([path, (await get(path, none)).code]).toEqual([path, 404])
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { importFile, startWorker } from '../../tests/importing.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const bring = (...lines: string[]) =>
  importFile(app, token, 'systemCity', { name: '行政区划.csv', content: lines.join('\r\n') })
const regions = (...ids: number[]) =>
  app.db
    .selectFrom('systemCity')
    .select(['id', 'parentId', 'level', 'name', 'pinyin', 'isShow'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

test('a newer table adds, renames and hides what it leaves out of a parent it names', async () => {
  const before = await app.db
    .selectFrom('systemCity')
    .select(['id', 'name'])
    .where('parentId', '=', 330100)
    .orderBy('id')
    .execute()
  const [renamed, ended] = before
  if (renamed === undefined || ended === undefined) throw new Error('330100 has no counties')
  const kept = before.slice(2).map(({ id, name }) => `${id},${name}`)
  const task = await bring('代码,名称', `${renamed.id},新名区`, ...kept, '330199,新设区')
  expect(task).toMatchObject({ status: 2, fail: 0 })
  expect(await regions(330199, renamed.id, ended.id)).toEqual(
    [
      { id: renamed.id, parentId: 330100, level: 2, name: '新名区', pinyin: 'xmq', isShow: 1 },
      { ...ended, parentId: 330100, level: 2, pinyin: expect.any(String), isShow: 0 },
      { id: 330199, parentId: 330100, level: 2, name: '新设区', pinyin: 'xsq', isShow: 1 },
    ].sort((a, b) => a.id - b.id),
  )
  // Neighbours of a parent that the table does not name stay in view.
  expect(await regions(330200, 110000)).toMatchObject([{ isShow: 1 }, { isShow: 1 }])
  const tree = await app.request<{ cityId: number }[]>('GET', '/admin/system/city/list/tree', { token })
  expect(tree.body).toContain('新设区')
  expect(tree.body).not.toContain(`"cityId":${ended.id},`)
})

test('a region that has ended does not make its name ambiguous', async () => {
  const named = async () => (await referenceTo('city')?.named?.(app.db, ['同名新区']))?.get('同名新区')
  const cities = [440300, 440400]
  for (const city of cities) {
    const below = await app.db
      .selectFrom('systemCity')
      .select(['id', 'name'])
      .where('parentId', '=', city)
      .where('isShow', '=', 1)
      .execute()
    expect(
      await bring('代码,名称', ...below.map(({ id, name }) => `${id},${name}`), `${city + 98},同名新区`),
    ).toMatchObject({ status: 2 })
  }
  expect(await named()).toBeNull()
  const [old = 0, now = 0] = cities.map((city) => city + 98)
  await app.request('POST', '/admin/system/city/update/status', { token, body: { id: old, status: 0 } })
  expect(await regions(old)).toMatchObject([{ isShow: 0 }])
  expect(await named()).toBe(now)
})

test('a wrong line and nothing is written', async () => {
  const task = await bring(
    '编号,上级编号,地区名称',
    '990000,0,新省',
    '990100,990000,新市',
    '990101,990100,新区',
    '990102,990101,太深',
    '990103,123456,无上级',
    '990000,0,又一次',
  )
  expect(task).toMatchObject({ status: 3, success: 0, fail: 3 })
  expect(await regions(990000, 990100)).toEqual([])
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'message'])
    .where('taskId', '=', task.id)
    .orderBy('rowNo')
    .execute()
  expect(rows).toEqual([
    { rowNo: 5, message: '地区最多三级' },
    { rowNo: 6, message: '上级编号不存在' },
    { rowNo: 7, message: '编号重复' },
  ])
})

test('the template and the upload need the permission of their own', async () => {
  const person = await app.person({ permissions: ['admin:system:city:list'] })
  await expect(
    importFile(app, person.token, 'systemCity', { name: 'a.csv', content: '编号,地区名称\r\n990000,新省' }),
  ).rejects.toThrow('没有权限访问。')
})

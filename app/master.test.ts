// What a new plain master costs: the three files of tests/grade and its test. Menu, calls, list, import and export follow.
// Architecture §3.
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dbDiff } from '#kit/server/dbDiff.ts'
import { referenceFaults } from '#kit/server/refs.ts'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { serveMasters } from '#kit/server/standard.ts'
import { entitiesOf, mastersFacts } from '#kit/shared/declareMaster.ts'
import { menusOf, type RoomFacts } from '#kit/shared/room.ts'
import gradeMaster from '../tests/grade/grade.master.ts'
import pages from '../tests/grade/pages.ts'
import { sampleMasters } from '../tests/grade/sample.masters.ts'
import { exportedSheet, importFile, startWorker } from '../tests/importing.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

const { of: grade, calls } = gradeMaster

const facts: RoomFacts = {
  name: 'sample',
  layer: 99,
  label: '示例',
  entities: entitiesOf(sampleMasters),
  pages,
  ...mastersFacts(sampleMasters),
}
const room: RoomServer = { facts, ...joinServer(...serveMasters(sampleMasters)) }

let app: TestApp
let stopWorker: () => Promise<void>
let keeper: Person

beforeAll(async () => {
  app = await testApp({}, 12, [room])
  for (const statement of await dbDiff(app.db, [grade])) await sql.raw(statement).execute(app.db)
  stopWorker = startWorker(app)
  keeper = await app.person({ permissions: Object.values(calls).map((call) => call.permission) })
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

const post = (path: string, body: unknown) => app.request('POST', path, { token: keeper.token, body })
const list = async (query: Record<string, string> = {}) => {
  const { data } = await app.request<{ list: Record<string, unknown>[] }>('GET', calls.list.path, {
    token: keeper.token,
    query,
  })
  return data.list
}

test('it is declared by three files', () => {
  expect(readdirSync(new URL('../tests/grade', import.meta.url)).sort()).toEqual([
    'grade.master.ts',
    'pages.ts',
    'sample.masters.ts',
  ])
})

test('its list stands in the menu with a button for each change', () => {
  const [menu, ...others] = menusOf(facts)
  expect(others).toEqual([])
  expect(menu).toMatchObject({ key: 'sample.grade', name: '品质等级', path: '/sample/grade' })
  expect(menu?.buttons?.map((one) => one.name)).toEqual(['新增', '编辑', '启用/停用', '删除', '导出'])
})

test('rows are made, refused by the rules of their fields, changed, found, switched and deleted', async () => {
  const { id } = (await post(calls.save.path, { gradeCode: 'A', gradeName: '优等' })).data
  const again = await post(calls.save.path, { gradeCode: 'A', gradeName: '又一个' })
  expect([again.code, again.message]).toEqual([422, '等级代码已存在'])
  expect((await post(calls.save.path, { gradeCode: 'B' })).message).toBe('请输入等级名称')
  expect((await post(calls.update.path, { id, gradeName: '特等' })).code).toBe(200)
  expect(await list({ keywords: '特等' })).toMatchObject([
    { id, gradeCode: 'A', gradeName: '特等', status: 1 },
  ])
  expect((await post(calls.status.path.replace(':id', String(id)), { status: 0 })).code).toBe(200)
  expect(await list({ status: '1' })).toEqual([])
  // One that was chosen is named still; it cannot be chosen again.
  const named = async (more: Record<string, string>) =>
    (await app.request('GET', calls.all.path, { token: keeper.token, query: { ids: String(id), ...more } }))
      .data
  expect(await named({})).toEqual([{ value: id, label: '特等' }])
  expect(await named({ offered: '1' })).toEqual([])
  const faults = await referenceFaults(app.db, null, grade.name, [id])
  expect(faults.get(id)).toBe('不存在或已停用')
  expect((await post(calls.remove.path.replace(':id', String(id)), {})).code).toBe(200)
  expect(await list()).toEqual([])
})

test('a sheet makes and changes rows by its key', async () => {
  await post(calls.save.path, { gradeCode: 'C', gradeName: '三等' })
  const content = ['等级代码,等级名称', 'C,合格', 'D,等外'].join('\n')
  const task = await importFile(app, keeper.token, grade.name, { name: 'grade.csv', content })
  expect(task).toMatchObject({ status: 2, fail: 0 })
  expect((await list()).map((row) => row.gradeName)).toEqual(['等外', '合格'])
})

test('its rows are exported and chosen from', async () => {
  const [headings, ...rows] = await exportedSheet(app, keeper.token, calls.exportRows.path, {
    columns: 'gradeCode,gradeName',
  })
  expect([headings, ...rows]).toEqual([
    ['等级代码', '等级名称'],
    ['D', '等外'],
    ['C', '合格'],
  ])
  const all = await app.request<{ label: string }[]>('GET', calls.all.path, { token: keeper.token })
  expect(all.data.map((one) => one.label)).toEqual(['等外', '合格'])
})

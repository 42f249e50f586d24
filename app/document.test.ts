// What a new document type costs: the six files of tests/stockin, rules and effects apart, are a document with lines,
// examination, print, import and process. Architecture §3.
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dbDiff } from '#kit/server/dbDiff.ts'
import { menusOf } from '#kit/shared/room.ts'
import { importFile, startWorker } from '../tests/importing.ts'
import { stockin, stockinDocument } from '../tests/stockin/stockin.document.ts'
import { stockinRoom } from '../tests/stockin/stockin.server.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

const { calls, places } = stockinDocument
const FLOW = '/admin/workflow/definition'

let app: TestApp
let stopWorker: () => Promise<void>
let maker: Person
let judge: Person

beforeAll(async () => {
  app = await testApp({}, 12, [stockinRoom])
  for (const statement of await dbDiff(app.db, [stockin])) await sql.raw(statement).execute(app.db)
  stopWorker = startWorker(app)
  const own = Object.values(calls).map((call) => call.permission)
  maker = await app.person({ permissions: own })
  judge = await app.person({ permissions: [...own, 'admin:workflow:task:agree'] })
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

const post = (person: Person, path: string, body: unknown = {}) =>
  app.request('POST', path, { token: person.token, body })
const lines = [
  { goods: '酸奶', qty: 2 },
  { goods: '鲜奶', qty: 3 },
]
async function made(sourceNo: string, more: Record<string, unknown> = {}): Promise<number> {
  const saved = await post(maker, calls.save.path, { sourceNo, lines, ...more })
  expect([saved.code, saved.message]).toEqual([200, '操作成功'])
  return saved.data.id
}
const info = async (id: number) =>
  (
    await app.request<Record<string, unknown>>('GET', calls.info.path.replace(':id', String(id)), {
      token: judge.token,
    })
  ).data
const examine = (person: Person, id: number, auditStatus: 1 | 2) =>
  post(person, calls.examine.path.replace(':id', String(id)), { auditStatus, opinion: '数量不符' })

test('it is declared by six files', () => {
  expect(readdirSync(new URL('../tests/stockin', import.meta.url)).sort()).toEqual([
    'pages.ts',
    'stockin.document.ts',
    'stockin.screens.tsx',
    'stockin.server.ts',
    'stockin.shared.ts',
    'stockin.web.tsx',
  ])
})

test('its list stands in the menu with a button for each change, its pages at their addresses behind it', () => {
  const [list, ...behind] = menusOf(stockinRoom.facts)
  expect(list).toMatchObject({ key: 'sample.stockin', name: '入库单', path: places.list })
  expect(list?.buttons?.map((one) => one.name)).toEqual([
    '新增',
    '编辑',
    '提交',
    '撤回',
    '审核',
    '删除',
    '导出',
    '打印',
  ])
  expect(behind.map((one) => one.path)).toEqual(
    [places.create, places.edit, places.see, places.examine, places.print].map((place) =>
      place?.replace('{id}', ':id'),
    ),
  )
})

test('it is numbered, handed in, decided by a second person, and tells how', async () => {
  const id = await made('LY-1')
  expect(await info(id)).toMatchObject({
    stockinNo: expect.stringMatching(/^YZ\d+$/),
    auditStatus: -1,
    lines,
    history: [],
  })
  expect((await post(maker, calls.submit.path.replace(':id', String(id)))).code).toBe(200)
  expect((await examine(maker, id, 1)).code).toBe(422)
  expect((await examine(judge, id, 2)).code).toBe(200)
  const again = await post(maker, calls.update.path, { id, lines: lines.slice(1), submit: 1 })
  expect([again.code, again.message]).toEqual([200, '操作成功'])
  expect((await examine(judge, id, 1)).code).toBe(200)
  expect((await post(maker, calls.update.path, { id, remark: '改' })).code).toBe(409)
  expect(await info(id)).toMatchObject({
    auditStatus: 1,
    lines: lines.slice(1),
    history: [{ action: '通过' }, { action: '提交' }, { action: '驳回' }, { action: '提交' }],
  })
})

test('it is printed with its lines', async () => {
  const ids = [await made('LY-2'), await made('LY-3')]
  const { data } = await app.request<{ sourceNo: string }[]>('GET', calls.print.path, {
    token: judge.token,
    query: { ids: ids.join(',') },
  })
  expect(data).toMatchObject([
    { sourceNo: 'LY-2', lines, history: [] },
    { sourceNo: 'LY-3', lines, history: [] },
  ])
})

test('a sheet makes drafts, neighbouring rows being the lines of one', async () => {
  const content = ['来源单号,货品,数量', 'LY-4,酸奶,2', 'LY-4,鲜奶,3', 'LY-5,黄油,1'].join('\n')
  const task = await importFile(app, maker.token, stockin.name, { name: 'stockin.csv', content })
  expect(task).toMatchObject({ status: 2, fail: 0 })
  const { data } = await app.request('GET', calls.list.path, {
    token: judge.token,
    query: { keywords: 'LY-4' },
  })
  expect(data.list).toHaveLength(1)
  expect(await info(Number(data.list[0]?.id))).toMatchObject({ sourceNo: 'LY-4', auditStatus: -1, lines })
})

test('a process decides it where one is bound to its type', async () => {
  const admin = await app.admin()
  const node = (id: string, type: string, properties = {}) => ({ id, type, x: 0, y: 0, properties })
  const edge = (sourceNodeId: string, targetNodeId: string) => ({
    id: `${sourceNodeId}_${targetNodeId}`,
    type: 'transition',
    sourceNodeId,
    targetNodeId,
  })
  const text = JSON.stringify({
    name: 'stockinCheck',
    displayName: '入库审核',
    nodes: [
      node('start', 'start'),
      node('check', 'task', { assignee: `user:${judge.adminId}` }),
      node('end', 'end'),
    ],
    edges: [edge('start', 'check'), edge('check', 'end')],
  })
  for (const [path, body] of [
    ['deploy', { text }],
    ['binding/save', { businessType: stockin.name, processName: 'stockinCheck', condition: 'lineCount > 1' }],
  ] as const) {
    const answer = await app.request('POST', `${FLOW}/${path}`, { token: admin, body })
    expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  }
  const id = await made('LY-6', { submit: 1 })
  expect(await info(id)).toMatchObject({ auditStatus: 3 })
  const { rows } = await sql<{ id: number }>`select t."id" from "processTask" t
    join "processInstance" i on i."id" = t."instanceId"
    where t."state" = 'open' and i."businessType" = ${stockin.name} and i."businessId" = ${id}`.execute(
    app.db,
  )
  expect((await post(judge, `/admin/workflow/task/agree/${rows[0]?.id}`)).code).toBe(200)
  expect(await info(id)).toMatchObject({ auditStatus: 1, history: [{ action: '通过' }, { action: '提交' }] })
  // One line does not meet the condition.
  expect(await info(await made('LY-7', { submit: 1, lines: lines.slice(1) }))).toMatchObject({
    auditStatus: 0,
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { checkDict } from '#kit/server/dictCheck.ts'
import { declareUse } from '#kit/server/refs.ts'
import { planSheet, readSheetRow } from '#kit/server/tasks/sheet.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { registerNow } from '../../tests/registering.ts'
import { dictImport } from './dict.import.ts'
import { dictValues } from './dict.memory.ts'
import { seedDictionaries } from './dictionary.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

interface Entry {
  id: number
  dictLabel: string
  dictValue: string
  children?: Entry[]
}
const DATA = '/admin/platform/data'
const TYPE = '/admin/platform/type'
const post = (path: string, body: Record<string, unknown> = {}) => app.request('POST', path, { token, body })
const entries = async (path: string, query: Record<string, string | number> = {}) =>
  (await app.request<Entry[]>('GET', `${DATA}/${path}`, { token, query })).data
const labels = async (path: string, query: Record<string, string | number> = {}) =>
  (await entries(path, query)).map((entry) => entry.dictLabel)

async function newType(dictType: string): Promise<number> {
  const answer = await post(`${TYPE}/save`, { dictName: dictType, dictType })
  expect(answer.code).toBe(200)
  return answer.data.id
}
async function newEntry(
  dictId: number,
  dictValue: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const answer = await post(`${DATA}/save`, { dictId, dictValue, dictLabel: `值${dictValue}`, ...more })
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}

test('P16-18 a value stands once in its type; several types at once, and which ones must be said', async () => {
  const id = await newType('demo')
  await newEntry(id, '1')
  await newEntry(id, '2')
  expect(await post(`${DATA}/save`, { dictId: id, dictValue: '2', dictLabel: '又' })).toMatchObject({
    code: 422,
    data: [{ field: 'dictValue', message: '字典键值已存在' }],
  })
  expect(await app.request('GET', `${DATA}/type/dictDataByType`, { token })).toMatchObject({
    code: 422,
    message: 'need dict types',
  })
  const both = await app.request<Record<string, Entry[]>>('GET', `${DATA}/type/dictDataByType`, {
    token,
    query: { dictType: 'demo,sys_channel' },
  })
  expect(both.data.demo?.map((entry) => entry.dictValue)).toEqual(['1', '2'])
  expect(both.data.sys_channel?.map((entry) => entry.dictValue)).toEqual([
    '1201',
    '1202',
    '1203',
    '1204',
    '1205',
  ])
})

test('entries are served from memory and follow every change', async () => {
  const id = await newType('fresh')
  expect(await entries('type/fresh')).toEqual([])
  const one = await newEntry(id, 'a', { dictSort: 2 })
  const two = await newEntry(id, 'b', { dictSort: 1 })
  expect((await entries('type/fresh')).map((entry) => entry.id)).toEqual([two, one])
  await post(`${DATA}/update/status/${two}`, { status: 0 })
  expect((await entries('type/fresh')).map((entry) => entry.id)).toEqual([one])
  await post(`${DATA}/delete/${one}`)
  expect(await entries('type/fresh')).toEqual([])
  expect(await entries('type/nobody_knows')).toEqual([])
})

test('values of a system type stay; their label, order and style may change', async () => {
  const [first] = await entries('sys/channel/list')
  const id = first?.id ?? 0
  expect(await post(`${DATA}/update`, { id, dictValue: '1299' })).toMatchObject({
    code: 422,
    message: '系统字典值不可修改',
  })
  expect((await post(`${DATA}/delete/${id}`)).message).toBe('系统字典值不可修改')
  expect((await post(`${DATA}/update`, { id, dictLabel: '商城店', listClass: 'success' })).code).toBe(200)
  expect((await labels('sys/channel/list'))[0]).toBe('商城店')
})

test('a type with entries, a system type and a value in use are not deleted', async () => {
  const id = await newType('kept')
  const entry = await newEntry(id, '1')
  expect(await post(`${TYPE}/delete/${id}`)).toMatchObject({
    code: 409,
    message: '字典类型下存在数据，不能删除',
  })
  registerNow(
    app.db,
    declareUse('dictData', async (_tx, ids) =>
      ids.includes(entry) ? [{ id: entry, place: '单据', n: 1 }] : [],
    ),
  )
  expect(await post(`${DATA}/delete/${entry}`)).toMatchObject({
    code: 409,
    message: '字典值已被使用，不能删除',
  })
  const channel = await app.request('GET', `${TYPE}/list`, { token, query: { keywords: 'sys_channel' } })
  expect((await post(`${TYPE}/delete/${channel.data.list[0]?.id}`)).code).toBe(409)
})

test('the name of a type is small letters, digits and _, once', async () => {
  await newType('only_once')
  const answer = await post(`${TYPE}/save`, { dictName: '又', dictType: 'only_once' })
  expect(answer).toMatchObject({ code: 422, message: '字典类型已存在' })
  expect((await post(`${TYPE}/save`, { dictName: '错', dictType: 'A B' })).message).toBe('字典类型格式不正确')
  expect((await post(`${DATA}/save`, { dictId: 999_999, dictValue: '1', dictLabel: '无' })).code).toBe(422)
})

test('the list takes the type by id or by name', async () => {
  const id = await newType('listed')
  const entry = await newEntry(id, 'x')
  const queries: Record<string, string | number>[] = [
    { dictId: id },
    { dictType: 'listed' },
    { dictId: id, dictLabel: '值x' },
  ]
  for (const query of queries) {
    const page = await app.request('GET', `${DATA}/list`, { token, query })
    expect(page.data.list.map((row) => row.id)).toEqual([entry])
  }
  const none = await app.request('GET', `${DATA}/list`, { token, query: { dictId: id, dictLabel: '没有' } })
  expect(none.data.total).toBe(0)
})

test.each([
  ['org/type/list', ['企业', '经销商', '门店', '机关事业单位', '个体工商户', '个人']],
  ['logistics/mode/list', ['快递', '门店自提', '自有配送', '供应商直配', '无需物流', '物流托运']],
  [
    'sys/position/list',
    ['总经理', '部门经理', '主管', '业务员', '采购员', '仓管员', '财务', '客服', '店长', '店员'],
  ],
  ['sales/equity/list', ['优惠券', '积分', '返利', '赠品', '余额', '包邮', '折扣', '生日礼']],
  ['sales/job/status', ['正常', '暂停']],
  ['sales/job/group', ['默认', '系统', '订单', '仓储', '营销']],
  ['protocolName/dictDataByMallCode', ['用户协议', '隐私政策', '退换货政策', '会员协议']],
  ['protocolName/dictDataByGylCode', ['供货协议', '采购协议', '结算协议']],
  ['org/delivery/order/type', ['标准', '补货', '退货']],
  ['org/delivery/cust/type', ['直营', '经销', '企业', '电商']],
  ['driver/license/type', ['A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C5']],
  ['driver/gender/type', ['男', '女']],
])('%s', async (path, expected) => {
  expect(await labels(path)).toEqual(expected)
})

test('sixteen tasks, numbered in their order', async () => {
  const tasks = await entries('sales/task/list')
  expect(tasks.map((task) => Number(task.dictValue))).toEqual(
    Array.from({ length: 16 }, (_, index) => index + 1),
  )
})

test('who sees what follows the channel; without one all are offered', async () => {
  expect(await labels('visible/list')).toHaveLength(8)
  expect(await labels('visible/list', { channel: 1201 })).toEqual([
    '全部',
    '登录用户',
    '会员等级',
    '用户标签',
    '付费会员',
  ])
  expect(await labels('visible/list', { channel: 1203 })).toEqual([
    '全部',
    '登录用户',
    '企业用户',
    '组织等级',
    '指定单位',
  ])
  // What a page offers for several channels must fit all of them.
  expect(await labels('visible/list', { channel: '1201,1203' })).toEqual(['全部', '登录用户'])
})

test('protocols by code, by channel, or both', async () => {
  const path = 'protocolName/dictDataByCode'
  expect(await labels(path)).toHaveLength(7)
  expect(await labels(path, { code: 'gyl' })).toEqual(['供货协议', '采购协议', '结算协议'])
  expect(await labels(path, { channelId: 1202 })).toEqual(await labels(path, { code: 'gyl' }))
  expect(await labels(path, { channelId: 1201 })).toEqual(await labels(path, { code: 'mall' }))
})

test('families have two levels', async () => {
  const families = await entries('product/family/list')
  const [first] = families
  const seconds = first?.children ?? []
  expect(seconds.length).toBeGreaterThan(0)
  const path = 'product/family/second/list'
  const total = families.flatMap((family) => family.children ?? []).length
  expect(await entries(path)).toHaveLength(total)
  expect(await labels(path, { pid: first?.id ?? 0 })).toEqual(seconds.map((entry) => entry.dictLabel))
  expect(await labels(path, { code: first?.dictValue ?? '' })).toEqual(
    seconds.map((entry) => entry.dictLabel),
  )
  const type = await app.request('GET', `${TYPE}/list`, { token, query: { keywords: 'product_family' } })
  const dictId = type.data.list[0]?.id
  const deep = { dictId, dictValue: 'deep', dictLabel: '深', pid: seconds[0]?.id }
  expect(await post(`${DATA}/save`, deep)).toMatchObject({ code: 422, message: '请选择上级' })
})

test('the lists are for everybody signed in, changing them is not', async () => {
  const person = await app.person()
  const read = await app.request('GET', `${DATA}/sys/channel/list`, { token: person.token })
  expect(read.code).toBe(200)
  const body = { dictName: '名', dictType: 'forbidden' }
  expect((await app.request('POST', `${TYPE}/save`, { token: person.token, body })).code).toBe(403)
})

test('fields of other rooms may hold declared values only', async () => {
  expect(await checkDict(app.db, 'sys_channel', '1201')).toBe(true)
  expect(await checkDict(app.db, 'sys_channel', '7')).toBe(false)
})

test('entries come in by sheet: new ones, changed ones, and none for a type that is not there', async () => {
  const id = await newType('imported')
  await newEntry(id, 'A_1', { dictSort: 4 })
  const plan = planSheet(dictImport, ['字典类型', '字典标签', '字典键值', '状态'])
  const rows = [
    ['imported', '改名', 'a_1', ''],
    ['imported', '新值', 'b', '停用'],
    ['imported', '相近', 'AB1', '正常'],
    ['nowhere', '无', '1', ''],
  ].map((cells, index) => readSheetRow(plan, { rowNo: index + 2, cells }))
  expect(await dictImport.check(app.db, theSystem, rows, new Map())).toEqual([
    { rowNo: 5, column: '字典类型', message: '字典类型不存在' },
  ])
  await asSystem(app.db, (tx) => dictImport.write(tx, theSystem, rows.slice(0, 3), new Map()))
  const page = await app.request('GET', `${DATA}/list`, { token, query: { dictId: id } })
  expect(page.data.list.map((row) => [row.dictValue, row.dictLabel, row.dictSort, row.status])).toEqual([
    ['b', '新值', 0, 0],
    ['AB1', '相近', 0, 1],
    ['A_1', '改名', 4, 1],
  ])
})

test('a later start changes nothing, but what the system needs comes back', async () => {
  const count = () => app.db.selectFrom('dictData').select('id').execute()
  const before = await count()
  await asSystem(app.db, seedDictionaries)
  expect(await count()).toHaveLength(before.length)
  await asSystem(app.db, (tx) => tx.deleteFrom('dictData').where('dictValue', 'in', ['1203', '10']).execute())
  await asSystem(app.db, seedDictionaries)
  expect((await dictValues(app.db, 'sys_channel')).map((entry) => entry.dictValue)).toContain('1203')
  const position = await dictValues(app.db, 'sys_position')
  expect(position.map((entry) => entry.dictLabel)).not.toContain('店员')
})

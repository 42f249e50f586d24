// Whoever sees the stores of their scope only sees nothing of the others, wherever in the house a store appears.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '#app/domains.ts'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { exportedRows } from '../../tests/exporting.ts'
import { importFile, startWorker } from '../../tests/importing.ts'

const S = '/admin/system/store'
const T = '/admin/terms/service'
const STORE_OF_TERMS = 5

let app: TestApp
let token: string
let stopWorker: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stopWorker = startWorker(app)
  await setUp()
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

interface Side {
  id: number
  name: string
  code: string
  staffId: number
  staffName: string
  relationId: number
}
/** made before any test */
const sides: { own: Side; other: Side } = {
  own: { id: 0, name: '五四路店', code: 'OWN1', staffId: 0, staffName: '林店长', relationId: 0 },
  other: { id: 0, name: '中山路店', code: 'OTHER1', staffId: 0, staffName: '陈店长', relationId: 0 },
}
let termsId = 0
const people: { scope: string; person: Person }[] = []

const codes = rooms
  .flatMap((room) => room.facts.calls.map((call) => call.permission))
  .filter((code) => /^admin:(system:store|terms:service)\b/.test(code))
const permissions = [
  ...codes,
  'admin:user:list',
  'admin:system:store:import',
  'file:export:list',
  'file:import:upload',
]

async function saved(path: string, body: unknown): Promise<number> {
  const answer = await app.request('POST', path, { token, body })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data.id
}

async function setUp() {
  const inStore = await app.person({ permissions, dataScope: 4 })
  const stranger = await app.person()
  termsId = await saved(`${T}/save`, {
    termName: '到店自提须知',
    protocolCode: 'refund',
    channelIds: [1201],
    summary: '当日可提',
    content: '<p>自提</p>',
    status: 1,
  })
  for (const [side, uid] of [
    [sides.own, inStore.adminId],
    [sides.other, stranger.adminId],
  ] as const) {
    side.id = await saved(`${S}/save`, {
      name: side.name,
      storeCode: side.code,
      storeType: 1,
      image: '/upload/logo.png',
      phone: '0591-87654321',
      address: '福建省,福州市,鼓楼区',
      detailedAddress: '五四路1号',
      latitude: 26.0745,
      longitude: 119.2965,
    })
    await app.db.insertInto('user').values({ nickname: side.name, storeId: side.id }).execute()
    side.staffId = await saved(`${S}/staff/save`, {
      storeId: side.id,
      uid,
      staffName: side.staffName,
      roleType: 1,
    })
    await saved(`${T}/relations/update/binding`, {
      termsId,
      bindTermsType: STORE_OF_TERMS,
      bindIds: String(side.id),
    })
    const relation = await app.db
      .selectFrom('termsRelation')
      .select('id')
      .where('bindId', '=', side.id)
      .where('bindTermsType', '=', STORE_OF_TERMS)
      .executeTakeFirstOrThrow()
    side.relationId = relation.id
  }
  const custom = await app.person({ permissions, dataScope: 7, scopeIds: { storeIds: [sides.own.id] } })
  people.push({ scope: '所属门店', person: inStore }, { scope: '自定义门店', person: custom })
}

test('every entity that names a store is in the table below', () => {
  const naming = rooms
    .flatMap((room) => room.facts.entities)
    .filter(({ name, all }) => name === 'store' || Object.values(all).some((field) => field.ref === 'store'))
    .map((entity) => entity.name)
  // Of a member of staff the stores are only told; who sees staff is decided by the scope on staff.
  // An invitation code only names the store its people will belong to; who sees those is decided by the scope on users.
  // A warehouse names the store it belongs to; those who see it are its own people and those of the store.
  // So does an account of stock that a store has; who sees it is decided by the scope on its warehouse.
  const all = ['admin', 'invitationCode', 'stockVacct', 'store', 'storeStaff', 'user', 'warehouse']
  expect(naming.sort()).toEqual(all)
})

type Rows = Record<string, unknown>[]
interface Reading {
  what: string
  path: string
  query?: Record<string, string | number>
  /** where of an answer the seen stores stand, by their names or those of their staff */
  seen(answer: Rows & { list: Rows }): unknown[]
  expected(): unknown[]
}

const READINGS: readonly Reading[] = [
  {
    what: '门店列表',
    path: `${S}/list`,
    seen: ({ list }) => list.map((row) => row.name),
    expected: () => [sides.own.name],
  },
  {
    what: '门店选项',
    path: `${S}/all`,
    seen: (rows) => rows.map((row) => row.label),
    expected: () => [sides.own.name],
  },
  {
    what: '可自提门店',
    path: `${S}/all`,
    query: { isPickup: 1 },
    seen: (rows) => rows.map((row) => row.label),
    expected: () => [sides.own.name],
  },
  {
    what: '店员列表',
    path: `${S}/staff/list`,
    seen: ({ list }) => list.map((row) => row.staffName),
    expected: () => [sides.own.staffName],
  },
  {
    what: '用户列表',
    path: '/admin/user/list',
    seen: ({ list }) => list.map((row) => row.nickname),
    expected: () => [sides.own.name],
  },
  {
    what: '条款绑定列表',
    path: `${T}/relations/bind/list`,
    query: { bindTermsType: STORE_OF_TERMS },
    seen: ({ list }) => list.map((row) => row.bindName),
    expected: () => [sides.own.name],
  },
  {
    what: '条款已绑定的门店',
    path: `${T}/relations/bind/list/${STORE_OF_TERMS}`,
    query: {
      get termsId() {
        return termsId
      },
    },
    seen: ({ list }) => list.map((row) => row.bindName),
    expected: () => [sides.own.name],
  },
]

test.each(READINGS)('$what: only the stores of the scope', async ({ path, query, seen, expected }) => {
  for (const { person } of people) {
    const answer = await app.request<Rows & { list: Rows; total?: number }>('GET', path, {
      token: person.token,
      query: query ?? {},
    })
    expect(answer.code).toBe(200)
    expect(seen(answer.data)).toEqual(expected())
    if (answer.data.total !== undefined) expect(answer.data.total).toBe(1)
  }
  const whole = await app.request<Rows & { list: Rows }>('GET', path, { token, query: query ?? {} })
  expect(seen(whole.data)).toHaveLength(2)
})

test('门店数量 and 未绑定对象 count the stores of the scope', async () => {
  for (const { person } of people) {
    const counts = await app.request('GET', `${S}/getCount`, { token: person.token })
    expect(counts.data).toEqual({ show: 1, hide: 0, recycle: 0 })
    const unbound = await app.request('GET', `${T}/relations/un/bind/list/${STORE_OF_TERMS}`, {
      token: person.token,
      query: { termsId },
    })
    expect(unbound.data.total).toBe(0)
  }
})

interface Opening {
  what: string
  method: 'GET' | 'POST'
  path(side: Side): string
  query?(side: Side): Record<string, string | number>
  body?(side: Side): Record<string, unknown>
}

const OPENINGS: readonly Opening[] = [
  { what: '门店详情', method: 'GET', path: () => `${S}/info`, query: ({ id }) => ({ id }) },
  {
    what: '门店时间线',
    method: 'GET',
    path: () => '/admin/record/line',
    query: ({ id }) => ({ recordType: 'store', recordId: id, limit: 20 }),
  },
  {
    what: '编辑门店',
    method: 'POST',
    path: () => `${S}/update`,
    body: ({ id }) => ({ id, introduction: '新' }),
  },
  {
    what: '显示隐藏门店',
    method: 'GET',
    path: () => `${S}/update/status`,
    query: ({ id }) => ({ id, status: 1 }),
  },
  {
    what: '门店自提订单',
    method: 'POST',
    path: () => `${S}/order/list`,
    body: ({ id }) => ({ storeId: id }),
  },
  {
    what: '店员详情',
    method: 'GET',
    path: () => `${S}/staff/info`,
    query: ({ staffId }) => ({ id: staffId }),
  },
  {
    what: '编辑店员',
    method: 'POST',
    path: () => `${S}/staff/update`,
    body: ({ staffId }) => ({ id: staffId, verifyStatus: 1 }),
  },
  {
    what: '启停店员',
    method: 'GET',
    path: () => `${S}/staff/update/status`,
    query: ({ staffId }) => ({ id: staffId, status: 1 }),
  },
  {
    what: '门店服务条款',
    method: 'GET',
    path: () => `${T}/store/list`,
    query: ({ id }) => ({ storeId: id }),
  },
  {
    what: '编辑条款绑定',
    method: 'POST',
    path: () => `${T}/relations/update`,
    body: ({ relationId }) => ({ id: relationId, sort: 1 }),
  },
]

test.each(OPENINGS)('$what: another store is not there', async ({ method, path, query, body }) => {
  for (const { person } of people)
    for (const [side, code] of [
      [sides.own, 200],
      [sides.other, 404],
    ] as const) {
      const answer = await app.request(method, path(side), {
        token: person.token,
        query: query?.(side) ?? {},
        body: body?.(side),
      })
      expect([side.name, answer.code]).toEqual([side.name, code])
    }
})

test('nothing of another store is deleted, given a member of staff, bound, unbound or printed', async () => {
  const { own, other } = sides
  for (const { person } of people) {
    const as = (method: 'GET' | 'POST', path: string, given: Record<string, string | number>) =>
      app.request<Rows>(
        method,
        path,
        method === 'GET' ? { token: person.token, query: given } : { token: person.token, body: given },
      )
    expect((await as('GET', `${S}/delete`, { id: other.id })).code).toBe(404)
    expect((await as('GET', `${S}/recovery`, { id: other.id })).code).toBe(404)
    expect((await as('GET', `${S}/completely/delete`, { id: other.id })).code).toBe(404)
    expect((await as('GET', `${S}/staff/delete`, { id: other.staffId })).code).toBe(404)
    const joined = { storeId: other.id, uid: person.adminId, staffName: '混入' }
    expect((await as('POST', `${S}/staff/save`, joined)).code).toBe(422)
    const moved = { id: own.staffId, storeId: other.id }
    expect((await as('POST', `${S}/staff/update`, moved)).code).toBe(404)
    const binding = { termsId, bindTermsType: STORE_OF_TERMS, bindIds: String(other.id) }
    expect((await as('POST', `${T}/relations/update/binding`, binding)).message).toBe('绑定对象不存在')
    expect((await as('POST', `${T}/relations/update/unbind`, binding)).code).toBe(404)
    const printed = await as('GET', `${S}/print`, { ids: `${own.id},${other.id}` })
    expect(printed.data.map((row) => row.name)).toEqual([own.name])
  }
})

test('exports hold the stores of the scope, and a sheet changes no other', async () => {
  for (const { person } of people) {
    const stores = await exportedRows(app, person.token, `${S}/export`, {
      columns: 'name,staffCount,waitingOrders',
    })
    expect(stores).toEqual([
      ['门店名称', '店员数', '待核销订单'],
      [sides.own.name, '1', '0'],
    ])
    const staff = await exportedRows(app, person.token, `${S}/staff/export`, {
      columns: 'staffName,account,verified',
    })
    const [head, ...rows] = staff
    expect(head).toEqual(['店员名称', '账号', '本月核销数'])
    expect(rows).toEqual([[sides.own.staffName, expect.stringMatching(/^tester/), '0']])
    const { name, code } = sides.other
    const done = await importFile(app, person.token, 'store', {
      name: 'stores.csv',
      content: `门店编码,门店名称,门店类型,手机号码,省市区,详细地址,纬度,经度\n${code},${name}改,直营,13800000000,"福建省,厦门市,思明区",中山路2号,24.47,118.08\n`,
    })
    expect(done).toMatchObject({ status: 3, fail: 1 })
  }
  const kept = await app.request('GET', `${S}/info`, { token, query: { id: sides.other.id } })
  expect(kept.data).toMatchObject({ name: sides.other.name })
})

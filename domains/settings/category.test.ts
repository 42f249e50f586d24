import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { declareUse } from '#kit/server/refs.ts'
import { registerNow } from '../../tests/registering.ts'
import { idsOfPath } from './category.rules.ts'
import { categoriesBelow, categoryPath, declareCategoryCounts } from './category.tree.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

interface Node {
  id: number
  name: string
  path: string
  status: number
  productCount: number | null
  child: Node[]
}

let names = 0
async function save(type: number, pid: number, more: Record<string, unknown> = {}): Promise<number> {
  const body = { type, pid, name: `分类${++names}`, ...more }
  const answer = await app.request('POST', '/admin/category/save', { token, body })
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}
const update = (body: Record<string, unknown>) =>
  app.request('POST', '/admin/category/update', { token, body })
const remove = (id: number) => app.request('GET', '/admin/category/delete', { token, query: { id } })
const info = async (id: number) =>
  (await app.request<Node>('GET', '/admin/category/info', { token, query: { id } })).data
const tree = async (query: Record<string, string | number>) =>
  (await app.request<Node[]>('GET', '/admin/category/list/tree', { token, query })).data
const toggle = (id: number) => app.request('GET', `/admin/category/updateStatus/${id}`, { token })
const statuses = async (...ids: number[]) => Promise.all(ids.map(async (id) => (await info(id)).status))

test('C9-16 switching off takes all below along, switching on all above; a category cannot lie below itself', async () => {
  const a = await save(1, 0)
  const b = await save(1, a)
  const c = await save(1, b)
  const aside = await save(1, a)
  await toggle(a)
  expect(await statuses(a, b, c, aside)).toEqual([0, 0, 0, 0])
  expect((await toggle(c)).data).toEqual({ status: 1 })
  expect(await statuses(a, b, c, aside)).toEqual([1, 1, 1, 0])
  const answer = await update({ id: a, pid: c })
  expect(answer).toMatchObject({
    code: 422,
    message: '上级分类不能是自己或下级',
    data: [{ field: 'pid', message: '上级分类不能是自己或下级' }],
  })
  expect((await update({ id: a, pid: a })).message).toBe('上级分类不能是自己或下级')
})

describe('what is refused', () => {
  test('missing parent, name and type, each with its text', async () => {
    const answer = await app.request<{ field: string; message: string }[]>('POST', '/admin/category/save', {
      token,
      body: {},
    })
    expect(answer.code).toBe(422)
    expect(answer.data).toEqual([
      { field: 'pid', message: '请选择上级分类' },
      { field: 'name', message: '请输入分类名称' },
      { field: 'type', message: '请选择类型' },
    ])
  })

  test('a fourth level of products and pictures, also by moving a subtree; other types go deeper', async () => {
    const a = await save(1, 0)
    const b = await save(1, a)
    const c = await save(1, b)
    const body = { type: 1, pid: c, name: '第四级' }
    const answer = await app.request('POST', '/admin/category/save', { token, body })
    expect(answer).toMatchObject({ code: 422, message: '商品分类最多三级' })
    const two = await save(1, 0)
    await save(1, two)
    expect((await update({ id: two, pid: b })).message).toBe('商品分类最多三级')
    expect((await update({ id: two, pid: a })).code).toBe(200)
    const folder = await save(2, await save(2, await save(2, 10_000)))
    const deep = await app.request('POST', '/admin/category/save', {
      token,
      body: { ...body, type: 2, pid: folder },
    })
    expect(deep.message).toBe('素材分类最多三级')
    await save(3, await save(3, await save(3, await save(3, 0))))
  })

  test('a name twice under one parent; the same name elsewhere is right', async () => {
    const a = await save(1, 0, { name: '重名' })
    await save(1, a, { name: '重名' })
    await save(3, 0, { name: '重名' })
    const answer = await app.request('POST', '/admin/category/save', {
      token,
      body: { type: 1, pid: 0, name: ' 重名 ' },
    })
    expect(answer).toMatchObject({ code: 422, message: '分类名称已存在' })
  })

  test('a parent of another type, a change of type, a tax rate outside products', async () => {
    const product = await save(1, 0)
    const article = await save(3, 0)
    expect((await update({ id: article, pid: product })).message).toBe('请选择上级分类')
    expect((await update({ id: article, type: 1 })).code).toBe(422)
    expect((await update({ id: article, taxRate: 13 })).code).toBe(422)
    expect((await update({ id: product, taxRate: 13 })).code).toBe(200)
  })

  test('deleting with children, with uses, the default folder; what is gone is not there', async () => {
    const a = await save(1, 0)
    const b = await save(1, a)
    expect(await remove(a)).toMatchObject({ code: 409, message: '该分类下有子分类，不能删除' })
    registerNow(
      app.db,
      declareUse('category', async (_tx, ids) =>
        ids.includes(b)
          ? [{ id: b, place: '商品', n: 2 }]
          : ids.includes(1)
            ? [{ id: 1, place: '素材', n: 1 }]
            : [],
      ),
    )
    expect(await remove(b)).toMatchObject({ code: 409, message: '该分类下有商品，不能删除' })
    expect(await remove(1)).toMatchObject({ code: 409, message: '该分类下有素材或下级分类，不能删除' })
    expect(await remove(1000)).toMatchObject({ code: 409, message: '默认分组不能删除' })
    const free = await save(1, a)
    expect((await remove(free)).code).toBe(200)
    expect(await app.request('GET', '/admin/category/info', { token, query: { id: free } })).toMatchObject({
      code: 404,
      message: '数据不存在',
    })
  })

  test('a stale version', async () => {
    const id = await save(1, 0)
    expect((await update({ id, version: 1, sort: 2 })).code).toBe(200)
    expect((await update({ id, version: 1, sort: 3 })).code).toBe(409)
  })

  test('people without the code; the tree is for everybody signed in', async () => {
    const { token } = await app.person()
    const body = { type: 1, pid: 0, name: '不许' }
    expect((await app.request('POST', '/admin/category/save', { token, body })).code).toBe(403)
    expect((await app.request('GET', '/admin/category/list/tree', { token, query: { type: 1 } })).code).toBe(
      200,
    )
    expect((await app.request('GET', '/admin/category/list/tree', { query: { type: 1 } })).code).toBe(401)
  })
})

test('the first folders are there; new ids start at 10001', async () => {
  expect((await tree({ type: 2, status: -1 })).map((node) => node.id)).toEqual(
    expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 1000]),
  )
  expect(await save(2, 0)).toBeGreaterThan(10_000)
  expect((await info(1000)).name).toBe('默认分组')
})

test('save takes the query as well as the body', async () => {
  const query = { type: 1, pid: 0, name: '查询参数', sort: 5, status: 1, extra: '', url: '' }
  const answer = await app.request('POST', '/admin/category/save', { token, query })
  expect((await info(answer.data.id)).name).toBe('查询参数')
})

test('the tree shows hits with their ancestors, higher sort first, and the products in each', async () => {
  const a = await save(1, 0, { name: '果蔬' })
  const low = await save(1, a, { name: '苹果', sort: 1 })
  const high = await save(1, a, { name: '香蕉', sort: 9 })
  registerNow(
    app.db,
    declareCategoryCounts(async (_db, ids) => new Map(ids.includes(low) ? [[low, 7]] : [])),
  )
  const [root] = await tree({ type: 1, name: '果蔬' })
  expect(root?.child).toEqual([])
  const all = (await tree({ type: 1, status: -1 })).find((node) => node.id === a)
  expect(all?.child.map((node) => [node.id, node.productCount])).toEqual([
    [high, 0],
    [low, 7],
  ])
  const [hit] = await tree({ type: 1, name: '苹' })
  expect([hit?.id, hit?.child.map((node) => node.id)]).toEqual([a, [low]])
  await toggle(low)
  const shown = (await tree({ type: 1, status: 1 })).find((node) => node.id === a)
  expect(shown?.child.map((node) => node.id)).toEqual([high])
})

test('the list filters by parent, type, name and status; -1 is all', async () => {
  const a = await save(7, 0, { name: '列表甲' })
  const b = await save(7, a, { name: '列表乙', status: 0 })
  const ids = async (query: Record<string, string | number>) =>
    (await app.request('GET', '/admin/category/list', { token, query })).data.list.map((row) => row.id)
  expect(await ids({ type: 7, status: -1, page: 1, limit: 20 })).toEqual([a, b])
  expect(await ids({ type: 7, status: 0 })).toEqual([b])
  expect(await ids({ type: 7, pid: a })).toEqual([b])
  expect(await ids({ name: '列表甲' })).toEqual([a])
})

test('what is saved or moved below a hidden category is hidden', async () => {
  const hidden = await save(1, 0, { status: 0 })
  const fresh = await save(1, hidden)
  const moved = await save(1, 0)
  const below = await save(1, moved)
  await update({ id: moved, pid: hidden })
  expect(await statuses(fresh, moved, below)).toEqual([0, 0, 0])
})

test('the operation log tells what switching changed, row by row', async () => {
  const a = await save(1, 0)
  const b = await save(1, a)
  await toggle(a)
  const row = await app.db
    .selectFrom('operLog')
    .select('changes')
    .where('path', '=', '/admin/category/updateStatus/:id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row.changes).toMatchObject([
    { type: 'category', id: a, fields: [{ field: 'status', label: '状态', before: 1, after: 0 }] },
    { type: 'category', id: b, fields: [{ field: 'status', before: 1, after: 0 }] },
  ])
})

/** Type 3 has no limit of levels, so that moves go deep. */
async function forest(size: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < size; index++) ids.push(await save(3, ids[Math.floor(index / 2) - 1] ?? 0))
  return ids
}

test('after any moves and switches the path is the chain of ancestors, and what shows has only ancestors that show', async () => {
  const ids = await forest(14)
  const step = fc.record({
    node: fc.nat(ids.length - 1),
    // Beyond the last one: the root.
    under: fc.nat(ids.length),
    action: fc.constantFrom('move', 'move', 'toggle'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { node, under, action } of steps) {
        const id = ids[node] ?? 0
        const answer = action === 'move' ? await update({ id, pid: ids[under] ?? 0 }) : await toggle(id)
        expect([200, 422]).toContain(answer.code)
      }
      const rows = await app.db
        .selectFrom('category')
        .select(['id', 'pid', 'path', 'status'])
        .where('id', 'in', ids)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const row of rows) {
        const chain: number[] = []
        for (let at = row.pid; at !== 0 && chain.length <= rows.length; at = byId.get(at)?.pid ?? 0)
          chain.unshift(at)
        expect(idsOfPath(row.path)).toEqual(chain)
        expect(chain).not.toContain(row.id)
        if (row.status === 1) expect(chain.map((id) => byId.get(id)?.status)).not.toContain(0)
      }
    }),
    { numRuns: 25 },
  )
})

test('two moves at once that would make a circle together: one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await save(3, 0), await save(3, 0)]
    const answers = await Promise.all([update({ id: a, pid: b }), update({ id: b, pid: a })])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
  }
})

test('other rooms ask for what lies below and above', async () => {
  const a = await save(1, 0)
  const b = await save(1, a)
  const c = await save(1, b)
  const aside = await save(1, 0)
  expect((await categoriesBelow(app.db, 1, [b, aside])).sort()).toEqual([b, c, aside].sort())
  expect(await categoriesBelow(app.db, 1, [])).toEqual([])
  expect(await categoryPath(app.db, c)).toEqual([a, b, c])
  expect(await categoryPath(app.db, 999_999)).toEqual([])
})

test('as options: enabled and hidden ones by name within a type, and the named ids even when they are gone', async () => {
  const options = async (query: Record<string, string | number>) =>
    (
      await app.request<{ value: number; label: string }[]>('GET', '/admin/category/all', {
        token: (await app.person({ permissions: [] })).token,
        query,
      })
    ).data
  const parent = await save(3, 0, { name: '选项甲' })
  const hidden = await save(3, parent, { name: '选项乙', status: 0 })
  const foreign = await save(4, 0, { name: '选项丙' })
  const gone = await save(3, 0, { name: '选项丁' })
  await remove(gone)
  const found = await options({ type: 3, keywords: '选项' })
  expect(found.map((one) => one.value).sort()).toEqual([parent, hidden].sort())
  expect(await options({ ids: `${gone},${foreign}` })).toEqual(
    expect.arrayContaining([
      { value: gone, label: '选项丁' },
      { value: foreign, label: '选项丙' },
    ]),
  )
})

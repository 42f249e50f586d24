// A product that an approval process decides: submitted, worked through as tasks, its effects once. Workflow §3.11.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { openShop, type Shop, sku } from '../../../tests/catalogShop.ts'

const DEFINITION = '/admin/workflow/definition'
const TASK = '/admin/workflow/task'
const MAKER = ['admin:store:product:save', 'admin:store:product:update', 'admin:storerepo:product:submit']
const JUDGE = ['list', 'info/:id', 'agree', 'reject', 'return', 'resubmit']
  .map((name) => `admin:workflow:task:${name.replace('/:id', '')}`)
  .concat('admin:product:examine:save')

let app: TestApp
let shop: Shop
let maker: Person
let judge: Person

const nodes = (assignee: string) => [
  { id: 'start', type: 'start', x: 0, y: 0, properties: {} },
  { id: 'check', type: 'task', x: 200, y: 0, text: { value: '采购审核' }, properties: { assignee } },
  { id: 'end', type: 'end', x: 400, y: 0, properties: {} },
]
const edges = [
  { id: 'e1', type: 'transition', sourceNodeId: 'start', targetNodeId: 'check', properties: {} },
  { id: 'e2', type: 'transition', sourceNodeId: 'check', targetNodeId: 'end', properties: {} },
]

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  maker = await app.person({
    permissions: [...MAKER, 'admin:storerepo:product:withdraw', 'admin:product:examine:save'],
  })
  judge = await app.person({ permissions: JUDGE })
  const text = JSON.stringify({
    name: 'productCheck',
    displayName: '商品审核',
    nodes: nodes(`user:${judge.adminId}`),
    edges,
  })
  const deployed = await app.request('POST', `${DEFINITION}/deploy`, { token: shop.token, body: { text } })
  expect(deployed.code, deployed.message).toBe(200)
  const bound = await app.request('POST', `${DEFINITION}/binding/save`, {
    token: shop.token,
    body: { businessType: 'product', processName: 'productCheck', condition: 'price >= 10' },
  })
  expect(bound.code, bound.message).toBe(200)
})
afterAll(() => app.close())

afterEach(async () => {
  // Whatever was done: a product is 审核中 exactly while its process runs.
  const wrong = await sql`select p."id" from "product" p
    full join (select "businessId" from "processInstance" where "state" = 'running' and "businessType" = 'product') i
      on i."businessId" = p."id"
    where (p."auditStatus" = 3) is distinct from (i."businessId" is not null)`.execute(app.db)
  expect(wrong.rows).toEqual([])
})

async function submitted(more: Record<string, unknown> = {}): Promise<number> {
  const saved = await app.request('POST', '/admin/store/product/save', {
    token: maker.token,
    body: shop.form({ submit: 1, ...more }),
  })
  expect(saved.code, saved.message).toBe(200)
  return saved.data.id
}

const rowOf = async (id: number) => {
  const { rows } = await sql<{
    auditStatus: number
    repoStatus: number
    opinion: string
    auditBy: number | null
    instanceId: number | null
    version: number
  }>`select * from "product" where "id" = ${id}`.execute(app.db)
  const [row] = rows
  if (row === undefined) throw new Error(`no product ${id}`)
  return row
}

async function taskOf(productId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select t."id" from "processTask" t
    join "processInstance" i on i."id" = t."instanceId"
    where t."state" = 'open' and i."businessType" = 'product' and i."businessId" = ${productId}`.execute(
    app.db,
  )
  return rows[0]?.id ?? 0
}

const act = (person: Person, action: string, taskId: number, body: Record<string, unknown> = {}) =>
  app.request('POST', `${TASK}/${action}/${taskId}`, { token: person.token, body })

const examine = (person: Person, id: number) =>
  app.request('POST', '/admin/product/examine/save', {
    token: person.token,
    body: { id, auditStatus: 1 },
  })

const decisions = async (id: number) => {
  const { rows } = await sql<{ action: string; opinion: string }>`
    select "action", "opinion" from "documentDecision" where "type" = 'product' and "documentId" = ${id}
    order by "id"`.execute(app.db)
  return rows
}

test('a bound product is 审核中 until its task is agreed to; then its effects happen once', async () => {
  const id = await submitted()
  const before = await rowOf(id)
  expect(before).toMatchObject({ auditStatus: 3, repoStatus: 0, instanceId: expect.any(Number) })
  const oneStep = await examine(judge, id)
  expect([oneStep.code, oneStep.message]).toEqual([409, '当前状态为审核中，不能通过'])
  const taskId = await taskOf(id)
  expect((await act(maker, 'agree', taskId)).code).not.toBe(200)
  const agreed = await act(judge, 'agree', taskId, { comment: '资料齐全' })
  expect(agreed.code, agreed.message).toBe(200)
  const after = await rowOf(id)
  expect(after).toMatchObject({
    auditStatus: 1,
    repoStatus: 1,
    opinion: '资料齐全',
    auditBy: judge.adminId,
  })
  const again = await act(judge, 'agree', taskId)
  expect([again.code, again.message]).toEqual([409, '任务已被处理'])
  expect(await rowOf(id)).toEqual(after)
  expect(await decisions(id)).toEqual([
    { action: 'submit', opinion: '' },
    { action: 'pass', opinion: '资料齐全' },
  ])
})

test('of two who agree at once one is heard, and the effects happen once', async () => {
  const id = await submitted()
  const taskId = await taskOf(id)
  const answers = await Promise.all([1, 2, 3].map(() => act(judge, 'agree', taskId)))
  expect(answers.map((one) => one.code).sort()).toEqual([200, 409, 409])
  expect((await decisions(id)).filter((one) => one.action === 'pass')).toHaveLength(1)
})

test('a rejected product says why, is changed and handed in again to a new process', async () => {
  const id = await submitted()
  const first = (await rowOf(id)).instanceId
  const rejected = await act(judge, 'reject', await taskOf(id), { comment: '图片不清晰' })
  expect(rejected.code, rejected.message).toBe(200)
  expect(await rowOf(id)).toMatchObject({ auditStatus: 2, repoStatus: 0, opinion: '图片不清晰' })
  const again = await app.request('POST', '/admin/store/product/update', {
    token: maker.token,
    body: { id, storeName: '原味酸奶 200g', submit: 1 },
  })
  expect(again.code, again.message).toBe(200)
  const row = await rowOf(id)
  expect(row.auditStatus).toBe(3)
  expect(row.instanceId).not.toBe(first)
  await act(judge, 'agree', await taskOf(id))
  expect((await rowOf(id)).auditStatus).toBe(1)
})

test('撤回 takes the process back as well, by the maker only; the product can be handed in again', async () => {
  const id = await submitted()
  const taskId = await taskOf(id)
  const withdraw = (person: Person) =>
    app.request('POST', `/admin/storerepo/product/withdraw/${id}`, { token: person.token })
  const other = await app.person({ permissions: ['admin:storerepo:product:withdraw'] })
  expect((await withdraw(other)).message).toBe('只能撤回本人提交的单据')
  const done = await withdraw(maker)
  expect(done.code, done.message).toBe(200)
  expect((await rowOf(id)).auditStatus).toBe(-1)
  expect(await taskOf(id)).toBe(0)
  expect((await act(judge, 'agree', taskId)).code).toBe(409)
  expect((await decisions(id)).map((one) => one.action)).toEqual(['submit', 'withdraw'])
  expect((await withdraw(maker)).message).toBe('当前状态为未提交，不能撤回')
  const again = await app.request('POST', `/admin/storerepo/product/submit/${id}`, { token: maker.token })
  expect(again.code, again.message).toBe(200)
  expect((await rowOf(id)).auditStatus).toBe(3)
})

test('撤回 and 同意 at once: one of them wins, and both sides agree on which', async () => {
  const id = await submitted()
  const taskId = await taskOf(id)
  const [withdrawn, agreed] = await Promise.all([
    app.request('POST', `/admin/storerepo/product/withdraw/${id}`, { token: maker.token }),
    act(judge, 'agree', taskId),
  ])
  expect([withdrawn.code, agreed.code].sort()).toEqual([200, 409])
  expect((await rowOf(id)).auditStatus).toBe(agreed.code === 200 ? 1 : -1)
})

test('a product its binding does not mean is decided in one step, as ever', async () => {
  const id = await submitted({ attrValue: [sku({ 规格: '默认' }, { price: '5.00' })] })
  expect(await rowOf(id)).toMatchObject({ auditStatus: 0, instanceId: null })
  const own = await examine(maker, id)
  expect(own.code).toBe(422)
  const passed = await examine(judge, id)
  expect(passed.code, passed.message).toBe(200)
  expect(await rowOf(id)).toMatchObject({ auditStatus: 1, repoStatus: 1 })
})

// A product that an approval process decides: submitted, worked through as tasks, its effects once. Workflow §3.11.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { approvalTrace } from '#domains/workflow/workflow.door.ts'
import { allJobs } from '#kit/server/jobs.ts'
import { openShop, type Shop, sku } from '../../../tests/catalogShop.ts'

const DEFINITION = '/admin/workflow/definition'
const TASK = '/admin/workflow/task'
const MAKER = ['admin:store:product:save', 'admin:store:product:update', 'admin:storerepo:product:submit']
const JUDGE = [
  'admin:workflow:task:agree',
  'admin:workflow:task:reject',
  'admin:workflow:task:return',
  'admin:product:examine:save',
]

let app: TestApp
let shop: Shop
let maker: Person
let judge: Person

const node = (id: string, type: string, properties: Record<string, unknown> = {}) => ({
  id,
  type,
  x: 0,
  y: 0,
  text: { value: id },
  properties,
})
const edge = (sourceNodeId: string, targetNodeId: string) => ({
  id: `${sourceNodeId}_${targetNodeId}`,
  type: 'transition',
  sourceNodeId,
  targetNodeId,
  properties: {},
})

/** start → the maker hands in → one judge, who may mend a text → end. */
const productCheck = (assignee: string) => ({
  name: 'productCheck',
  displayName: '商品审核',
  nodes: [
    node('start', 'start'),
    node('apply', 'task', { assignee: 'applicant' }),
    node('check', 'task', { assignee, field: { fieldRights: '{"storeInfo":"edit"}' } }),
    node('end', 'end'),
  ],
  edges: [edge('start', 'apply'), edge('apply', 'check'), edge('check', 'end')],
})

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  maker = await app.person({
    permissions: [
      ...MAKER,
      'admin:storerepo:product:withdraw',
      'admin:product:examine:save',
      'admin:workflow:task:agree',
      'admin:workflow:task:resubmit',
    ],
  })
  judge = await app.person({ permissions: JUDGE })
  const text = JSON.stringify(productCheck(`user:${judge.adminId}`))
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
    storeInfo: string
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

/** Runs what tells people about processes, which the worker does otherwise. */
async function tellPeople(): Promise<void> {
  const job = allJobs(app.db).find((one) => one.name === 'workflow.tell')
  const rows = await app.db
    .selectFrom('job')
    .select(['id', 'params'])
    .where('name', '=', 'workflow.tell')
    .execute()
  for (const { id, params } of rows) {
    await job?.run(app.db, Object(params), new AbortController().signal)
    await app.db.deleteFrom('job').where('id', '=', id).execute()
  }
}

test('under a process its participant is told, and the submitter hears the result once', async () => {
  await tellPeople()
  const heard = async ({ token }: Person) => {
    const { data } = await app.request('GET', '/admin/notice/my/list', { token, query: { limit: 100 } })
    return data.list.map(({ type, content, link }) => ({ type, content, link }))
  }
  const waits = async ({ token }: Person) => {
    const { data } = await app.request<{ type: string }[]>('GET', '/admin/document/waiting', { token })
    return data.map(({ type }) => type)
  }
  const id = await submitted({ storeName: '流程通知酸奶' })
  await tellPeople()
  const taskId = await taskOf(id)
  expect((await heard(judge)).map(({ type, link }) => [type, link])).toContainEqual([
    '待办到达',
    `/myToTransact/task/${taskId}`,
  ])
  // The process decides, nobody in one step.
  expect(await waits(judge)).not.toContain('product')
  expect((await act(judge, 'reject', taskId, { comment: '图片模糊' })).code).toBe(200)
  await tellPeople()
  expect((await heard(maker)).filter(({ content }) => String(content).includes('流程通知酸奶'))).toEqual([
    {
      type: '审核结果',
      content: expect.stringMatching(/^商品流程通知酸奶（P\d+）审核驳回：图片模糊$/),
      link: `/store/product/info/${id}`,
    },
  ])
})

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

test('returned to its maker it stays under review; handed in again from the task it goes on', async () => {
  const id = await submitted()
  const returned = await act(judge, 'return', await taskOf(id), { to: 'starter', comment: '请补充资料' })
  expect(returned.code, returned.message).toBe(200)
  expect(await rowOf(id)).toMatchObject({ auditStatus: 3 })
  const again = await act(maker, 'resubmit', await taskOf(id), { comment: '已补充' })
  expect(again.code, again.message).toBe(200)
  expect(await rowOf(id)).toMatchObject({ auditStatus: 3 })
  await act(judge, 'agree', await taskOf(id))
  expect((await rowOf(id)).auditStatus).toBe(1)
  const { rows } = await sql<{ action: string }>`select "action" from "productOperateLog"
    where "productId" = ${id} and "source" = '流程'`.execute(app.db)
  expect(rows).toEqual([{ action: '审核通过' }])
})

test('under review only what the task lets through is changed, and it is checked like a form', async () => {
  const id = await submitted()
  const taskId = await taskOf(id)
  const edit = await app.request('POST', '/admin/store/product/update', {
    token: maker.token,
    body: { id, storeInfo: '绕过' },
  })
  expect(edit.code).toBe(409)
  const name = await act(judge, 'agree', taskId, { variables: { storeName: '改名' } })
  expect([name.code, name.message]).toEqual([422, '字段「storeName」在当前节点不可编辑'])
  const long = await act(judge, 'agree', taskId, { variables: { storeInfo: 'x'.repeat(300) } })
  expect([long.code, long.message]).toEqual([422, '商品简介不能超过256个字符'])
  const agreed = await act(judge, 'agree', taskId, { variables: { storeInfo: '每日现做' } })
  expect(agreed.code, agreed.message).toBe(200)
  expect(await rowOf(id)).toMatchObject({ auditStatus: 1, storeInfo: '每日现做' })
})

test('a terminated process leaves a draft; the trace of a product is that of its newest process', async () => {
  const id = await submitted()
  const { instanceId } = await rowOf(id)
  const stopped = await app.request('POST', `/admin/workflow/instance/terminate/${instanceId}`, {
    token: shop.token,
    body: { comment: '误提交' },
  })
  expect(stopped.code, stopped.message).toBe(200)
  expect((await rowOf(id)).auditStatus).toBe(-1)
  expect((await decisions(id)).at(-1)).toEqual({ action: 'terminate', opinion: '误提交' })
  expect(await approvalTrace(app.db, 'product', id)).toMatchObject([{ id: instanceId, state: 'terminated' }])
  await app.request('POST', `/admin/storerepo/product/submit/${id}`, { token: maker.token })
  const trace = await app.request<{ instances: { state: string }[]; history: unknown[] }>(
    'GET',
    '/admin/workflow/instance/trace',
    { token: shop.token, query: { businessType: 'product', businessId: id } },
  )
  expect(trace.data.instances).toMatchObject([{ state: 'running', businessUrl: `/store/product/info/${id}` }])
  expect(trace.data.history).toHaveLength(2)
  expect(await approvalTrace(app.db, 'product', 99_999_999)).toEqual([])
})

test('a process in which nobody has to be asked approves within the 提交, effects and all', async () => {
  const text = JSON.stringify({
    name: 'productPass',
    displayName: '免审',
    nodes: [node('start', 'start'), node('end', 'end')],
    edges: [edge('start', 'end')],
  })
  await app.request('POST', `${DEFINITION}/deploy`, { token: shop.token, body: { text } })
  const bound = await app.request('POST', `${DEFINITION}/binding/save`, {
    token: shop.token,
    body: {
      businessType: 'product',
      processName: 'productPass',
      condition: "storeName == '免审商品'",
      sort: 1,
    },
  })
  expect(bound.code, bound.message).toBe(200)
  const id = await submitted({ storeName: '免审商品', attrValue: [sku({ 规格: '默认' }, { price: '5.00' })] })
  expect(await rowOf(id)).toMatchObject({ auditStatus: 1, repoStatus: 1, instanceId: expect.any(Number) })
  expect((await decisions(id)).map((one) => one.action)).toEqual(['submit', 'pass'])
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

test('who may read the product sees how it is decided, others do not', async () => {
  const id = await submitted()
  const trace = (person: Person) =>
    app.request('GET', '/admin/workflow/instance/trace', {
      token: person.token,
      query: { businessType: 'product', businessId: id },
    })
  const reader = await app.person({
    permissions: ['admin:workflow:instance:trace', 'admin:store:product:info'],
  })
  const stranger = await app.person({ permissions: ['admin:workflow:instance:trace'] })
  expect((await trace(reader)).code).toBe(200)
  expect(await trace(stranger)).toMatchObject({ code: 404 })
})

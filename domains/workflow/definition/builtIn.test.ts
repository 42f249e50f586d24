import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { changesOf, inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import type { HandlerContext } from '../engine/ports.ts'
import type { InstanceRecord, TaskRecord } from '../engine/records.ts'
import { named, oneTask } from './drawing.ts'
import { findHandler, handlerChoices } from './handlers.ts'

interface Tried {
  open: { node: string; actors: { kind: string; id: string }[] }[]
  refused: { reason: string } | null
}

let app: TestApp
let token: string
let clerk: Person
let leader: Person
let director: Person

async function dept(deptName: string, pid: number, leaderId: number): Promise<number> {
  const saved = await app.request('POST', '/admin/system/dept/save', {
    token,
    body: { deptName, pid, leaderId },
  })
  if (saved.code !== 200) throw new Error(saved.body)
  return saved.data.id
}

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  leader = await app.person()
  director = await app.person()
  const company = await dept('公司', 0, director.adminId)
  const middle = await dept('中心', company, 0)
  const team = await dept('采购组', middle, leader.adminId)
  clerk = await app.person({ deptId: team })
  await sql`update "admin" set "deptId" = ${team} where "id" = ${leader.adminId}`.execute(app.db)
})
afterAll(() => app.close())

async function play(process: unknown, more: Record<string, unknown> = {}): Promise<Tried> {
  const answer = await app.request<Tried>('POST', '/admin/workflow/definition/tryRun', {
    token,
    body: { text: JSON.stringify(process), starter: clerk.adminId, ...more },
  })
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data
}

/** Whom one task with this rule waits for. */
async function found(rule: string, field = {}, variables = {}, task = '审核'): Promise<string[]> {
  const process = oneTask('rule', '', { assignmentHandler: rule, field }, task)
  const { open } = await play(process, { variables })
  return open.flatMap((task) => task.actors.map(({ kind, id }) => `${kind}:${id}`))
}

test('the starter, the leader of their department, the nearest leader above it', async () => {
  expect(await found('starter')).toEqual([`user:${clerk.adminId}`])
  expect(await found('starterDeptLeader')).toEqual([`user:${leader.adminId}`])
  expect(await found('starterUpperLeader')).toEqual([`user:${director.adminId}`])
})

test('a department without a leader finds nobody', async () => {
  const outsider = await app.person()
  const { refused } = await play(oneTask('rule', '', { assignmentHandler: 'starterDeptLeader' }), {
    starter: outsider.adminId,
  })
  expect(refused?.reason).toBe('NO_ACTOR')
})

test('the leader of whoever acted before', async () => {
  const process = named('chain', 'start > first > second > end', {
    first: { assignee: `user:${clerk.adminId}` },
    second: { assignee: '', assignmentHandler: 'actorDeptLeader' },
  })
  const { open } = await play(process, {
    starter: director.adminId,
    steps: [{ node: 'first', action: 'agree' }],
  })
  expect(open[0]?.actors).toMatchObject([{ kind: 'user', id: String(leader.adminId) }])
})

test('people and roles that a field of the form names', async () => {
  const field = { userKey: 'helpers', groupKey: 'team' }
  const variables = { helpers: `${leader.adminId},${director.adminId}`, team: clerk.roleId }
  expect(await found('formField', field, variables)).toEqual([
    `user:${leader.adminId}`,
    `user:${director.adminId}`,
    `role:${clerk.roleId}`,
  ])
  expect(await found('formField', field, { helpers: [leader.adminId] })).toEqual([`user:${leader.adminId}`])
})

test('the role that is called like the node', async () => {
  expect(await found('nodeRole', {}, {}, `角色${leader.account}`)).toEqual([`role:${leader.roleId}`])
})

const instance: InstanceRecord = {
  id: 1,
  rootId: 1,
  definitionId: 1,
  processName: 'late',
  parentId: null,
  parentTokenId: null,
  parentNode: '',
  scope: '',
  depth: 0,
  number: 'LC1',
  title: '采购申请',
  starterId: 0,
  state: 'running',
  variables: { amount: 5 },
  businessType: '',
  businessId: null,
  expireTime: null,
  overdue: false,
  createTime: new Date(),
  endTime: null,
}

test('notifyOverdue tells the starter once, auditLog writes into the operation log', async () => {
  const told = async () => {
    const { rows } = await sql<{ content: string }>`select "content" from "adminNotice"
      where "adminId" = ${clerk.adminId}`.execute(app.db)
    return rows.map((one) => one.content)
  }
  const task: Partial<TaskRecord> = { id: 7, name: '主管审批', deadline: null }
  const context = (tx: unknown): HandlerContext => ({
    tx,
    instance: { ...instance, starterId: clerk.adminId },
    node: { id: 'boss', name: '主管审批', properties: {} },
    variables: instance.variables,
    adminId: 0,
    task: { ...taskOf(), ...task },
    args: [],
  })
  for (let times = 0; times < 2; times++)
    await inTransaction(app.db, theSystem, async (tx) => {
      await findHandler(tx, 'callback', 'notifyOverdue')?.(context(tx))
    })
  expect(await told()).toEqual([expect.stringContaining('您发起的采购申请在「主管审批」已超时')])
  await inTransaction(app.db, theSystem, async (tx) => {
    await findHandler(tx, 'interceptor', 'auditLog')?.(context(tx))
    expect(changesOf(tx)).toMatchObject([
      { type: 'processInstance', title: 'LC1 主管审批', after: { 节点: '主管审批', 变量: { amount: 5 } } },
    ])
  })
})

function taskOf(): TaskRecord {
  return {
    id: 0,
    instanceId: 1,
    rootId: 1,
    definitionId: 1,
    processName: 'late',
    tokenId: null,
    node: 'boss',
    name: '',
    kind: 'Major',
    mode: 'ANY',
    state: 'open',
    result: null,
    round: 0,
    loop: 0,
    actors: [],
    claimedBy: null,
    doneBy: null,
    ownerId: null,
    comment: '',
    data: {},
    sourceTaskId: null,
    form: '',
    createTime: new Date(),
    endTime: null,
    deadline: null,
    overdue: false,
  }
}

test('the rules of the house are chosen by what they do', () => {
  const labels = handlerChoices(app.db)
    .filter(({ kind, group }) => kind === 'assignment' && group === '系统')
    .map(({ label }) => label)
  expect(labels).toEqual([
    '发起人',
    '发起人部门负责人',
    '发起人上级部门负责人',
    '当前处理人部门负责人',
    '表单字段中的人员',
    '与节点同名的角色',
  ])
})

test('dailyNo numbers by day', async () => {
  const next = async () =>
    String(
      await findHandler(
        app.db,
        'number',
        'dailyNo',
      )?.({
        tx: app.db,
        instance,
        node: { id: '', name: '', properties: {} },
        variables: {},
        adminId: 0,
        task: null,
        args: [],
      }),
    )
  const [first, second] = [await next(), await next()]
  expect(first).toMatch(/^LC\d{14}$/)
  expect(Number(second.slice(2))).toBe(Number(first.slice(2)) + 1)
})

import { Kysely } from 'kysely'
import { deptChain, deptLeader, findStaff, staffNamed } from '#domains/access/access.door.ts'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { recordChange, transactionOf } from '#kit/server/transaction.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import type { Handler, HandlerContext } from '../engine/ports.ts'
import type { Actor } from '../engine/records.ts'
import { asRecord } from '../model/plain.ts'
import { nextInstanceNumber } from '../store/numbers.server.ts'
import { TODO_PAGE } from '../workflow.addresses.ts'
import { declareHandler } from './handlers.ts'

/** The transaction of the command, or the database of somebody who only looks: the only handle a handler may use. */
const dbOf = ({ tx }: HandlerContext): Db => {
  if (tx instanceof Kysely) return tx
  throw new Error('A handler was given no database')
}

const person = (adminId: number | null | undefined): Actor[] =>
  adminId ? [{ kind: 'user', id: String(adminId) }] : []

async function deptOf(db: Db, adminId: number): Promise<number | null> {
  const [staff] = await findStaff(db, { ids: [adminId] })
  return staff?.deptId ?? null
}

/** The leader of a person's department. */
async function ownLeader(db: Db, adminId: number): Promise<Actor[]> {
  const deptId = await deptOf(db, adminId)
  return deptId === null ? [] : person(await deptLeader(db, deptId))
}

/** The leader of the nearest department above a person's own that has one. */
async function upperLeader(db: Db, adminId: number): Promise<Actor[]> {
  const deptId = await deptOf(db, adminId)
  const [, ...above] = deptId === null ? [] : await deptChain(db, deptId)
  return person(above.find((one) => one.leaderId !== null && one.leaderId !== 0)?.leaderId)
}

/** People and roles in the variables that the extension attributes userKey and groupKey name. Workflow §1.3. */
function fromForm({ node, variables }: HandlerContext): unknown[] {
  const field = asRecord(node.properties.field)
  const told = (key: unknown): unknown[] => {
    if (typeof key !== 'string' || !Object.hasOwn(variables, key)) return []
    const value = variables[key]
    if (typeof value === 'string') return value.split(/[,，]/).map((one) => one.trim())
    return Array.isArray(value) ? value : [value]
  }
  const named = (kind: Actor['kind'], values: unknown[]): unknown[] =>
    values
      .filter((one) => typeof one === 'number' || (typeof one === 'string' && one !== ''))
      .map((one) => (String(one).includes(':') ? one : `${kind}:${one}`))
  return [...named('user', told(field.userKey)), ...named('role', told(field.groupKey))]
}

const ASSIGNMENTS: readonly [name: string, label: string, rule: Handler][] = [
  ['starter', '发起人', ({ instance }) => person(instance.starterId)],
  ['starterDeptLeader', '发起人部门负责人', (of) => ownLeader(dbOf(of), of.instance.starterId)],
  ['starterUpperLeader', '发起人上级部门负责人', (of) => upperLeader(dbOf(of), of.instance.starterId)],
  // The product itself acts where a deadline completed the step before: then the starter stands for it.
  [
    'actorDeptLeader',
    '当前处理人部门负责人',
    (of) => ownLeader(dbOf(of), of.adminId === 0 ? of.instance.starterId : of.adminId),
  ],
  ['formField', '表单字段中的人员', fromForm],
  [
    'nodeRole',
    '与节点同名的角色',
    async (of) => {
      const { name, id } = of.node
      const role = (await staffNamed(dbOf(of), name, 'role')) ?? (await staffNamed(dbOf(of), id, 'role'))
      return role === null ? [] : [role]
    },
  ],
]

const OVERDUE = 'workflow.taskOverdueStarter'

/** Tells the starter, once per task; those it waits for hear of it anyway. */
const notifyOverdue: Handler = async (of) => {
  const { instance, task } = of
  if (task === null) return
  const names = await referenceTo(dbOf(of), 'admin')?.labels(dbOf(of), [instance.starterId])
  await notify(
    transactionOf(of.tx),
    OVERDUE,
    [{ kind: 'admin', id: instance.starterId }],
    {
      number: instance.number,
      title: instance.title === '' ? instance.number : instance.title,
      node: task.name,
      starter: names?.get(instance.starterId) ?? '',
      deadline: task.deadline === null ? '' : formatDateTime(task.deadline),
    },
    `taskOverdueStarter:${task.id}`,
  )
}

/** Puts the passing of a step, with the variables at that moment, into the operation log of the call. */
const auditLog: Handler = (of) => {
  const { instance, node, variables } = of
  recordChange(transactionOf(of.tx), {
    type: 'processInstance',
    id: instance.id,
    title: `${instance.number} ${node.name}`.trim(),
    before: null,
    after: { 节点: node.name, 变量: variables },
  })
}

/** The handlers every product has; rooms add their own with declareHandler. Workflow §3.3, §3.7. */
export const builtIn: readonly Registration[] = [
  declareScene({
    mark: OVERDUE,
    type: '待办超时（发起人）',
    description: '任务超过截止时间且配置了回调 notifyOverdue 时通知发起人',
    content: '您发起的{title}在「{node}」已超时，截止时间{deadline}',
    link: `${TODO_PAGE}?tab=started`,
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
  }),
  ...ASSIGNMENTS.flatMap(([name, label, rule], order) => [
    declareHandler('assignment', name, rule, { label, group: '系统', order }),
    declareHandler('candidate', name, rule, { label, group: '系统', order }),
  ]),
  declareHandler('number', 'dailyNo', (of) => nextInstanceNumber(dbOf(of)), {
    label: 'LC+日期+流水号',
    group: '系统',
  }),
  declareHandler('callback', 'notifyOverdue', notifyOverdue, { label: '超时通知发起人', group: '系统' }),
  declareHandler('interceptor', 'auditLog', auditLog, { label: '写入操作日志', group: '系统' }),
]

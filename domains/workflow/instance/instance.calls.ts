import { z } from 'zod'
import { flag, int, refs, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, post } from '#kit/shared/call.ts'
import { permissionOf } from '#kit/shared/path.ts'
import type { Process } from '../model/types.ts'
import { comment, said } from '../task/said.ts'
import { instance, instanceRow } from './instance.entity.ts'

const INSTANCE = '/admin/workflow/instance'
const id = idField()

/** Somebody with the name people know; id 0 is the product itself. */
export const person = z.object({ id: z.number(), name: z.string() })

/** Instants are seconds since 1970. */
const instant = z.number()
const state = z.enum(['running', 'approved', 'rejected', 'withdrawn', 'terminated'])

/** What an act came to: the state the instance is in now, and the tasks it opened. */
export const outcome = z.object({ state, tasks: z.array(z.number()) })

/** Head of an instance, as the task page and the trace show it. */
export const instanceHead = z.object({
  id: z.number(),
  rootId: z.number(),
  parentId: z.number().nullable(),
  /** node of the parent that runs it */
  parentNode: z.string(),
  /** id of the inline sub-process it runs; '' for a whole process */
  scope: z.string(),
  number: z.string(),
  title: z.string(),
  definitionId: z.number(),
  processName: z.string(),
  processTitle: z.string(),
  revision: z.number(),
  state,
  starter: person,
  createTime: instant,
  endTime: instant.nullable(),
  expireTime: instant.nullable(),
  overdue: z.boolean(),
  businessType: z.string(),
  businessId: z.number().nullable(),
  /** route of the document, filled in; '' when the process shows none */
  businessUrl: z.string(),
})

/** One line of the timeline, ready to be read; enter, leave and take stand in the drawing only. */
const record = z.object({
  id: z.number(),
  time: instant,
  kind: z.string(),
  /** 同意, 退回, 转办 …: what happened, in words */
  label: z.string(),
  node: z.string(),
  nodeName: z.string(),
  taskId: z.number().nullable(),
  person,
  /** those it concerned: taker of a transfer, added signers, readers */
  others: z.array(person),
  comment: z.string(),
  result: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), url: z.string() })),
  signature: z.string(),
  /** seconds a task lay open */
  duration: z.number().nullable(),
})

/** How far the votes of a countersign are. */
export const countersign = z.object({
  total: z.number(),
  done: z.number(),
  agreed: z.number(),
  disagreed: z.number(),
  /** PARALLEL or SEQUENTIAL */
  mode: z.string(),
  /** in the order of the votes; result is null while it is open or still to come */
  members: z.array(z.object({ person, result: z.string().nullable(), open: z.boolean() })),
})

const traced = z.object({
  node: z.string(),
  name: z.string(),
  state: z.enum(['active', 'history']),
  /** everybody who acted or is waited for, oldest first */
  people: z.array(
    z.object({
      taskId: z.number(),
      /** null: no single person */
      adminId: z.number().nullable(),
      /** a person, or 角色：…, 部门：…, 岗位：… */
      name: z.string(),
      result: z.string().nullable(),
      label: z.string(),
      startTime: instant,
      endTime: instant.nullable(),
      comment: z.string(),
    }),
  ),
  countersign: countersign.nullable(),
})

/** A task somebody has to do. */
const openTask = z.object({
  id: z.number(),
  /** the instance it belongs to: the one asked for, or one that was called by it */
  instanceId: z.number(),
  version: z.number(),
  node: z.string(),
  name: z.string(),
  kind: z.string(),
  mode: z.string(),
  createTime: instant,
  deadline: instant.nullable(),
  overdue: z.boolean(),
  claimedBy: person.nullable(),
  /** whom it waits for; any: whoever comes first */
  participants: z.array(
    z.object({ kind: z.enum(['user', 'role', 'dept', 'post', 'any']), id: z.string(), name: z.string() }),
  ),
})

const trace = instanceHead.extend({
  /** canonical json of what this instance runs: the whole process, or the inside of an inline sub-process */
  process: z.custom<Process>((value) => typeof value === 'object' && value !== null),
  highlight: z.object({
    historyNodeNames: z.array(z.string()),
    activeNodeNames: z.array(z.string()),
    historyEdgeNames: z.array(z.string()),
  }),
  nodes: z.array(traced),
  records: z.array(record),
})

export type InstanceHead = z.infer<typeof instanceHead>
export type TraceRecord = z.infer<typeof record>
export type TracedNode = z.infer<typeof traced>
export type Trace = z.infer<typeof trace>
export type Countersign = z.infer<typeof countersign>
export type PersonName = z.infer<typeof person>

/** Workflow §3.5, §4. */
export const instanceCalls = {
  start: post(`${INSTANCE}/start`, {
    title: '发起流程',
    input: {
      processName: text('流程', { max: 100, required: true }),
      /** of the definition; left out: the newest enabled one */
      version: int('版本', { min: 1 }),
      title: text('标题', { max: 200 }),
      // Completes the first task too when it is the starter's own.
      submit: flag('提交', { initial: 1 }),
      ...said,
    },
    answer: answerOf(outcome.extend({ id: z.number(), number: z.string() })),
  }),
  list: get(`${INSTANCE}/list`, {
    title: '我发起的流程',
    input: listInput(instance),
    answer: listAnswer(instanceRow),
  }),
  info: get(`${INSTANCE}/info/:id`, {
    title: '流程实例详情',
    input: { id },
    answer: answerOf(
      z.object({
        instance: instanceHead,
        variables: z.record(z.string(), z.unknown()),
        children: z.array(instanceHead),
        log: z.array(record),
        actions: z.array(z.string()),
        /** nodes a jump may lead to; none without the permission or while tasks run in parallel */
        jumpable: z.array(z.object({ node: z.string(), name: z.string() })),
      }),
    ),
  }),
  trace: get(`${INSTANCE}/trace`, {
    title: '流程跟踪',
    // By instance, or by document: then its newest instance.
    input: {
      id: int('实例', { min: 1 }),
      businessType: text('单据类型', { max: 50 }),
      businessId: int('单据', { min: 1 }),
    },
    answer: answerOf(
      z.object({
        /** the instance asked for, then its children to the last; placed by parentId and parentNode */
        instances: z.array(trace),
        /** all instances of the same document, newest first */
        history: z.array(z.object({ id: z.number(), number: z.string(), state, createTime: instant })),
      }),
    ),
  }),
  /** open tasks of an instance and of all it called, oldest first */
  tasks: get(`${INSTANCE}/tasks/:id`, {
    title: '流程待处理任务',
    permission: permissionOf(`${INSTANCE}/info/:id`),
    input: { id },
    answer: answerOf(z.array(openTask)),
  }),
  withdraw: post(`${INSTANCE}/withdraw/:id`, {
    title: '撤销申请',
    input: { id, comment },
    answer: answerOf(outcome),
  }),
  terminate: post(`${INSTANCE}/terminate/:id`, {
    title: '终止流程',
    input: { id, comment },
    answer: answerOf(outcome),
  }),
  urge: post(`${INSTANCE}/urge/:id`, { title: '催办', input: { id } }),
  jump: post(`${INSTANCE}/jump/:id`, {
    title: '跳转节点',
    input: { id, node: text('目标节点', { max: 100, required: true }), ...said },
    answer: answerOf(outcome),
  }),
  copy: post(`${INSTANCE}/copy/:id`, {
    title: '抄送',
    // taskId: the task whose participant sends it; the starter needs none.
    input: {
      id,
      admins: refs('抄送人', 'admin', { required: true, max: 100 }),
      taskId: int('任务', { min: 1 }),
      comment,
    },
  }),
}

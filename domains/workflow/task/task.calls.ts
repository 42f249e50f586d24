import { z } from 'zod'
import { choice, int, ref, refs, text, texts } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, listInput, post, someIds } from '#kit/shared/call.ts'
import { countersign, instanceHead, outcome, person } from '../instance/instance.calls.ts'
import { comment, said } from './said.ts'
import { copy, copyRow, task, taskRow } from './task.entity.ts'

const TASK = '/admin/workflow/task'
const instant = z.number()

/** The task, and the row version it was read with: an older one is refused with 409. */
const which = { id: idField('任务'), version: int('版本') }
const others = refs('人员', 'admin', { required: true, max: 100 })
const to = ref('接收人', 'admin', { required: true })

const TABS = [
  { value: 'todo', label: '待办' },
  { value: 'done', label: '已办' },
] as const

/** Where an added signer stands. Workflow §3.5. */
export const SIGNER_PLACES = [
  { value: 'any', label: '共同处理' },
  { value: 'before', label: '前加签' },
  { value: 'after', label: '后加签' },
  { value: 'vote', label: '会签加签' },
] as const
export const RETURN_TARGETS = [
  { value: 'previous', label: '上一步' },
  { value: 'starter', label: '发起人' },
  { value: 'node', label: '指定节点' },
] as const
export const RESUBMIT_MODES = [
  { value: 'step', label: '重新逐级审批' },
  { value: 'direct', label: '直达退回节点' },
] as const

/** What the task page stands on: one answer. Workflow §4. */
const taskInfo = z.object({
  instance: instanceHead,
  task: z.object({
    id: z.number(),
    version: z.number(),
    node: z.string(),
    name: z.string(),
    kind: z.string(),
    mode: z.string(),
    state: z.enum(['open', 'done']),
    result: z.string().nullable(),
    /** whom it waits for: people, 角色：…, 部门：…, 岗位：…, or 任何人 */
    actors: z.array(z.string()),
    claimedBy: person.nullable(),
    doneBy: person.nullable(),
    /** whom it returns to after a delegation */
    owner: person.nullable(),
    comment: z.string(),
    attachments: z.array(z.object({ name: z.string(), url: z.string() })),
    signature: z.string(),
    createTime: instant,
    endTime: instant.nullable(),
    deadline: instant.nullable(),
    overdue: z.boolean(),
  }),
  /** what the person may do now, in the order of the buttons; empty for those who only look */
  actions: z.array(
    z.object({
      action: z.string(),
      label: z.string(),
      /** must be given with it */
      commentRequired: z.boolean(),
    }),
  ),
  /** what is shown on the left: a page of the product, a registered form, or nothing but the fields */
  form: z.object({ kind: z.enum(['page', 'form', 'none']), value: z.string() }),
  /** the node's own form fields, with the values they have now; hidden ones are left out */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      attrs: z.record(z.string(), z.string()),
      right: z.enum(['read', 'edit']),
      value: z.unknown(),
    }),
  ),
  /** by field name: read, edit or hidden; what is not named may be read */
  fieldRights: z.record(z.string(), z.enum(['read', 'edit', 'hidden'])),
  variables: z.record(z.string(), z.unknown()),
  /** nodes done before that 退回至 may lead to, newest first */
  returnable: z.array(z.object({ node: z.string(), name: z.string(), people: z.array(z.string()) })),
  /** later nodes for which people may be chosen, with those who may be */
  choosable: z.array(
    z.object({ node: z.string(), name: z.string(), many: z.boolean(), candidates: z.array(person) }),
  ),
  countersign: countersign.nullable(),
  /** places 加签 offers here */
  places: z.array(z.string()),
  /** whom 减签 may take away */
  removable: z.array(person),
  /** modes 重新提交 offers here */
  resubmitModes: z.array(z.string()),
  phrases: z.array(z.string()),
})
export type TaskInfo = z.infer<typeof taskInfo>

/** Acts answer what they came to. */
const answer = answerOf(outcome)

/** Workflow §3.5. */
export const taskCalls = {
  list: get(`${TASK}/list`, {
    title: '我的待办与已办',
    input: { ...listInput(task), tab: choice('页签', TABS, { initial: 'todo' }) },
    answer: listAnswer(taskRow),
  }),
  count: get(`${TASK}/count`, {
    title: '待办数',
    permission: 'login',
    // At most 5 s old; 1000 stands for as many or more.
    answer: answerOf(z.object({ todo: z.number(), overdue: z.number(), cc: z.number() })),
  }),
  info: get(`${TASK}/info/:id`, { title: '任务详情', input: { id: which.id }, answer: answerOf(taskInfo) }),
  claim: post(`${TASK}/claim/:id`, { title: '签收任务', input: which, answer }),
  release: post(`${TASK}/release/:id`, { title: '取消签收', input: which, answer }),
  agree: post(`${TASK}/agree/:id`, { title: '同意', input: { ...which, ...said }, answer, business: 8 }),
  disagree: post(`${TASK}/disagree/:id`, {
    title: '不同意',
    input: { ...which, ...said },
    answer,
    business: 8,
  }),
  reject: post(`${TASK}/reject/:id`, { title: '拒绝', input: { ...which, ...said }, answer, business: 8 }),
  return: post(`${TASK}/return/:id`, {
    title: '退回',
    input: {
      ...which,
      ...said,
      to: choice('退回到', RETURN_TARGETS, { initial: 'previous' }),
      node: text('退回节点', { max: 100 }),
    },
    answer,
    business: 8,
  }),
  resubmit: post(`${TASK}/resubmit/:id`, {
    title: '重新提交',
    input: { ...which, ...said, mode: choice('提交方式', RESUBMIT_MODES, { initial: 'step' }) },
    answer,
  }),
  pullBack: post(`${TASK}/pullBack/:id`, { title: '撤回处理', input: which, answer }),
  transfer: post(`${TASK}/transfer/:id`, { title: '转办', input: { ...which, to, comment }, answer }),
  delegate: post(`${TASK}/delegate/:id`, { title: '委派', input: { ...which, to, comment }, answer }),
  addSigner: post(`${TASK}/addSigner/:id`, {
    title: '加签',
    input: {
      ...which,
      place: choice('加签方式', SIGNER_PLACES, { required: true }),
      admins: others,
      comment,
    },
    answer,
  }),
  removeSigner: post(`${TASK}/removeSigner/:id`, {
    title: '减签',
    input: { ...which, admins: others, comment },
    answer,
  }),
  assist: post(`${TASK}/assist/:id`, { title: '协办', input: { ...which, admins: others, comment }, answer }),
  agreeMany: post(`${TASK}/agreeMany`, {
    title: '批量同意',
    input: { ids: idsField('任务', 200), comment },
    answer: answerOf(
      z.object({
        results: z.array(
          z.object({ id: z.number(), title: z.string(), done: z.boolean(), message: z.string() }),
        ),
      }),
    ),
    business: 8,
  }),
  phrases: get(`${TASK}/phrases`, {
    title: '常用语',
    permission: 'login',
    answer: answerOf(z.array(z.string())),
  }),
  phrasesSave: post(`${TASK}/phrases/save`, {
    title: '保存常用语',
    permission: 'login',
    input: { phrases: texts('常用语', { each: 100, max: 30 }) },
  }),
}

/** 抄送. */
export const copyCalls = {
  list: get('/admin/workflow/cc/list', {
    title: '抄送我的',
    input: listInput(copy),
    answer: listAnswer(copyRow),
  }),
  // None named: all of them.
  read: post('/admin/workflow/cc/read', { title: '抄送已读', input: { ids: someIds('抄送') } }),
}

import { choice, datetime, flag, int, ref, text, texts } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'
import { INSTANCE_STATES } from '../instance/instance.entity.ts'

export const TASK_STATES = [
  { value: 'open', label: '待处理', means: 'waits' },
  { value: 'done', label: '已处理', means: 'done' },
] as const

/** Workflow §3.1. */
export const TASK_RESULTS = [
  { value: 'agree', label: '同意', means: 'done' },
  { value: 'disagree', label: '不同意', means: 'wrong' },
  { value: 'reject', label: '拒绝', means: 'wrong' },
  { value: 'returned', label: '退回', means: 'waits' },
  { value: 'transferred', label: '转办', means: 'runs' },
  { value: 'jumped', label: '跳转', means: 'runs' },
  { value: 'cancelled', label: '系统取消', means: 'off' },
  { value: 'auto', label: '自动处理', means: 'done' },
  { value: 'withdrawn', label: '撤回', means: 'off' },
] as const

/** Everything a person may be able to do with a task, in the order of its buttons. Workflow §3.5. */
export const TASK_ACTIONS = [
  { value: 'agree', label: '同意' },
  { value: 'disagree', label: '不同意' },
  { value: 'reject', label: '拒绝' },
  { value: 'returnPrevious', label: '退回上一步' },
  { value: 'returnStarter', label: '退回发起人' },
  { value: 'returnTo', label: '退回至' },
  { value: 'resubmit', label: '重新提交' },
  { value: 'claim', label: '签收' },
  { value: 'release', label: '取消签收' },
  { value: 'transfer', label: '转办' },
  { value: 'delegate', label: '委派' },
  { value: 'addSigner', label: '加签' },
  { value: 'removeSigner', label: '减签' },
  { value: 'assist', label: '协办' },
  { value: 'copy', label: '抄送' },
  { value: 'urge', label: '催办' },
  { value: 'pullBack', label: '撤回' },
  { value: 'withdraw', label: '撤销申请' },
] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]['value']

// Tasks are written by the engine and have no common columns: declared here for what lists and their filters need.

/** A task as 我的待办 and 我的已办 show it. Workflow §4. */
export const task = entity(
  'processTask',
  '待办',
  {
    instanceId: int('实例', { list: false }),
    number: text('单号', { max: 100, search: true, width: 170 }),
    title: text('标题', { max: 200, search: true, width: 220 }),
    processName: text('流程编码', { max: 100, filter: true, list: false }),
    processTitle: text('流程', { max: 200, width: 140 }),
    node: text('节点编号', { max: 100, list: false }),
    name: text('节点', { max: 200, width: 120 }),
    starterId: ref('发起人', 'admin', { filter: true, width: 90 }),
    kind: text('任务类型', { max: 10, list: false }),
    mode: text('参与方式', { max: 10, list: false }),
    state: choice('状态', TASK_STATES, { initial: 'open', width: 80 }),
    instanceState: choice('流程状态', INSTANCE_STATES, { initial: 'running', list: false }),
    /** of a done task */
    result: choice('处理结果', TASK_RESULTS, { filter: true, list: false, width: 90 }),
    comment: text('审批意见', { max: 1000, list: false }),
    claimedBy: ref('签收人', 'admin', { width: 90 }),
    deadline: datetime('截止时间', { width: 140 }),
    overdue: flag('已超时', { initial: 0, filter: true, list: false }),
    endTime: datetime('处理时间', { list: false, width: 140 }),
    businessType: text('单据类型', { max: 50, list: false }),
    businessId: int('单据', { list: false }),
    /** 1: may be agreed to among many (no form fields of its own) */
    batch: flag('可批量', { initial: 0, list: false }),
    version: int('版本', { list: false }),
    /** what the person may do with it from a list: claim, release, agree, pullBack */
    actions: texts('可用操作', { each: 20, list: false }),
  },
  { title: 'title', order: [['createTime', 'desc']], grams: true },
)

export const taskRow = {
  id: common.id,
  ...task.shape,
  createTime: datetime('到达时间', { required: true, width: 140 }),
}

/** An instance somebody was copied on: 抄送我的. */
export const copy = entity(
  'processCopy',
  '抄送',
  {
    instanceId: int('实例', { list: false }),
    number: text('单号', { max: 100, search: true, width: 170 }),
    title: text('标题', { max: 200, search: true, width: 220 }),
    processName: text('流程编码', { max: 100, filter: true, list: false }),
    processTitle: text('流程', { max: 200, width: 140 }),
    starterId: ref('发起人', 'admin', { filter: true, width: 90 }),
    state: choice('流程状态', INSTANCE_STATES, { initial: 'running', filter: true, width: 90 }),
    /** empty: the definition sent it */
    fromId: ref('抄送人', 'admin', { width: 90 }),
    comment: text('留言', { max: 1000, width: 200 }),
    unread: flag('未读', { initial: 0, filter: true, width: 70 }),
    readTime: datetime('阅读时间', { width: 140 }),
  },
  { title: 'title', order: [['createTime', 'desc']], grams: true },
)

export const copyRow = {
  id: common.id,
  ...copy.shape,
  createTime: datetime('抄送时间', { required: true, width: 140 }),
}

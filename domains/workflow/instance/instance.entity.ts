import { choice, datetime, flag, int, ref, text, texts } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

/** Workflow §3.1. */
export const INSTANCE_STATES = [
  { value: 'running', label: '审批中', means: 'waits' },
  { value: 'approved', label: '已通过', means: 'done' },
  { value: 'rejected', label: '已拒绝', means: 'wrong' },
  { value: 'withdrawn', label: '已撤回', means: 'off' },
  { value: 'terminated', label: '已终止', means: 'wrong' },
] as const

// Instances are written by the engine and have no common columns: declared here for what lists and their filters
// need, and not among the entities of the room.

/** An instance as lists show it: 我发起的, 流程监控. Workflow §4. */
export const instance = entity(
  'processInstance',
  '流程实例',
  {
    number: text('单号', { max: 100, search: true, width: 170 }),
    title: text('标题', { max: 200, search: true, width: 220 }),
    processName: text('流程编码', { max: 100, filter: true, list: false }),
    processTitle: text('流程', { max: 200, width: 140 }),
    starterId: ref('发起人', 'admin', { filter: true, width: 90 }),
    state: choice('状态', INSTANCE_STATES, { initial: 'running', filter: true, width: 90 }),
    nodeNames: texts('当前节点', { each: 200, width: 140 }),
    people: texts('当前处理人', { each: 100, width: 140 }),
    expireTime: datetime('期限', { width: 140 }),
    overdue: flag('已超时', { initial: 0, filter: true, width: 80 }),
    endTime: datetime('结束时间', { width: 140 }),
    businessType: text('单据类型', { max: 50, list: false }),
    businessId: int('单据', { list: false }),
    /** what the person may do with it now: withdraw, terminate, urge, copy, jump */
    actions: texts('可用操作', { each: 20, list: false }),
  },
  { title: 'title', order: [['createTime', 'desc']], grams: true },
)

export const instanceRow = {
  id: common.id,
  createTime: datetime('发起时间', { required: true, width: 140 }),
  ...instance.shape,
}

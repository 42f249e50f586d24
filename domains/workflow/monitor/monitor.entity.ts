import { choice, datetime, int, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

export const INCIDENT_STATES = [
  { value: 'open', label: '待处理', means: 'waits' },
  { value: 'solved', label: '已恢复', means: 'done' },
  { value: 'gone', label: '已失效', means: 'off' },
] as const

const TIMER_KINDS = [
  { value: 'remind', label: '催办提醒' },
  { value: 'deadline', label: '任务到期' },
  { value: 'expire', label: '流程到期' },
] as const

/** A due job of an instance that failed three times. Workflow §3.10. */
export const incident = entity(
  'processIncident',
  '流程异常',
  {
    instanceId: int('实例', { list: false }),
    number: text('单号', { max: 100, search: true, width: 170 }),
    title: text('标题', { max: 200, search: true, width: 200 }),
    processName: text('流程编码', { max: 100, filter: true, list: false }),
    processTitle: text('流程', { max: 200, width: 140 }),
    name: text('节点', { max: 200, width: 120 }),
    taskId: int('任务', { list: false }),
    kind: choice('作业', TIMER_KINDS, { initial: 'deadline', filter: true, width: 90 }),
    error: text('错误', { max: 2000, width: 300 }),
    attempts: int('失败次数', { initial: 0, width: 90 }),
    state: choice('状态', INCIDENT_STATES, { initial: 'open', filter: true, width: 90 }),
    solvedBy: ref('处理人', 'admin', { width: 90 }),
    solvedTime: datetime('处理时间', { width: 140 }),
  },
  { title: 'title', order: [['createTime', 'desc']] },
)

export const incidentRow = {
  id: common.id,
  ...incident.shape,
  createTime: datetime('发生时间', { required: true, width: 140 }),
}

import { stateTable } from '#kit/shared/states.ts'

const PURPOSE_STATES = [
  { value: 0, label: '未开始', means: 'off' },
  { value: 1, label: '收集中', means: 'runs' },
  { value: 2, label: '已截止', means: 'waits' },
  { value: 3, label: '已转预测', means: 'done' },
] as const

/** Catalog §8.1; the clock leads from 0 to 1 and from 1 to 2 as well. */
export const purposeStates = stateTable('status', PURPOSE_STATES, {
  edit: { from: [0, 1], label: '编辑', permission: 'admin:purpose:product:update' },
  close: {
    from: [1],
    to: 2,
    label: '截止',
    permission: 'admin:purpose:product:close',
    prompt: '截止后客户不能再填写和修改意向，确定截止吗？',
  },
  toForecast: {
    from: [2],
    to: 3,
    label: '转预测',
    permission: 'admin:purpose:product:toForecast',
    prompt: '每个意向只能转预测一次，确定按规格和月份汇总后转预测吗？',
  },
  remove: { from: [0, 1, 2], label: '删除', permission: 'admin:purpose:product:delete', danger: true },
})

const FEEDBACK_STATES = [
  { value: 0, label: '待跟进', means: 'waits' },
  { value: 1, label: '已跟进', means: 'runs' },
  { value: 2, label: '已采纳', means: 'done' },
  { value: 3, label: '已拒绝', means: 'wrong' },
] as const
export const REFUSED = 3

/** Catalog §4.3. */
export const feedbackStates = stateTable('status', FEEDBACK_STATES, {
  reply: { from: [0, 1], to: 1, label: '回复', permission: 'admin:purpose:feedback:reply', reason: '回复' },
  accept: { from: [0, 1], to: 2, label: '采纳', permission: 'admin:purpose:feedback:accept' },
  reject: {
    from: [0, 1],
    to: 3,
    label: '拒绝',
    permission: 'admin:purpose:feedback:reject',
    reason: '拒绝原因',
    danger: true,
  },
})

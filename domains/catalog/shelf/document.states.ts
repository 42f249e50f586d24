import type { Call } from '#kit/shared/call.ts'
import type { Choice } from '#kit/shared/field.ts'
import { stateTable } from '#kit/shared/states.ts'

/** How far an approved document is carried out. Catalog §3.4. */
export const EXEC_STATES = [
  { value: 0, label: '待执行', means: 'runs' },
  { value: 1, label: '已执行', means: 'done' },
  { value: 2, label: '部分失败', means: 'wrong' },
  { value: 3, label: '已取消', means: 'off' },
] as const satisfies readonly Choice[]

/** What can be done with an approved document: the failed lines again, or the waiting ones not at all. */
export function execStates(calls: { retry: Call; cancel: Call }) {
  return stateTable('execStatus', EXEC_STATES, {
    retry: {
      from: [2],
      label: '重试失败明细',
      permission: calls.retry.permission,
      prompt: '失败的明细将立即重新执行，确定重试吗？',
    },
    cancel: {
      from: [0, 2],
      to: 3,
      label: '取消执行',
      permission: calls.cancel.permission,
      prompt: '未执行的明细将不再执行，确定取消吗？',
      danger: true,
    },
  })
}

/** How far one planned step is. */
export const PLAN_STATES = [
  { value: 0, label: '待执行', means: 'runs' },
  { value: 1, label: '已执行', means: 'done' },
  { value: 2, label: '失败', means: 'wrong' },
  { value: 3, label: '已取消', means: 'off' },
] as const satisfies readonly Choice[]

export const PLAN_ACTIONS = [
  { value: 'putOnShell', label: '上架' },
  { value: 'offShell', label: '下架' },
  { value: 'edit', label: '修改资料' },
] as const

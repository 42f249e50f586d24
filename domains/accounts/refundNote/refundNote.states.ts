import { documentStates } from '#kit/shared/document.ts'
import { stateTable } from '#kit/shared/states.ts'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { NOTE_STATES } from './refundNote.entity.ts'

/** How a refund note is decided. Orders §3.7. */
export const auditStates = documentStates('admin:order:refundNote')

/** What is done with one that was decided. Orders §2.5, §3.4, §6.5. */
export const noteStates = stateTable('status', NOTE_STATES, {
  execute: {
    from: [1],
    to: 2,
    label: '执行退款',
    permission: calls.execute.permission,
    prompt: '将通过支付渠道把钱退给付款人，确定执行退款吗？',
  },
  retry: {
    from: [4],
    to: 2,
    label: '重试',
    permission: calls.execute.permission,
    prompt: '将再次通过支付渠道退款，确定重试吗？',
  },
  way: { from: [4], label: '改退款方式', permission: calls.way.permission },
  offline: { from: [1], to: 3, label: '登记线下退款', permission: calls.offline.permission },
  void: {
    from: [0, 1, 4],
    to: 5,
    label: '作废',
    permission: calls.void.permission,
    prompt: '作废后不再退款，对应的售后或异常可以重新处理。',
    reason: '作废原因',
    danger: true,
  },
})

import { stateTable } from '#kit/shared/states.ts'
import { paymentCalls as calls } from './payment.calls.ts'
import { PAYMENT_STATES } from './payment.entity.ts'

/** What people do with payments that no provider confirms. Orders §3.1, §3.5. */
export const paymentStates = stateTable('status', PAYMENT_STATES, {
  voucher: { from: [0], to: 4, label: '上传凭证', permission: calls.voucher.permission },
  confirm: {
    from: [0, 4],
    to: 1,
    label: '确认收款',
    permission: calls.confirm.permission,
    prompt: '确认后立即入账，不能撤销，确定款项已经到账吗？',
  },
  reject: {
    from: [4],
    to: 0,
    label: '退回凭证',
    permission: calls.reject.permission,
    reason: '退回原因',
    danger: true,
  },
})

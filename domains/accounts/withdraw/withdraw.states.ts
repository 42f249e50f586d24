import { stateTable } from '#kit/shared/states.ts'
import { withdrawCalls } from './withdraw.calls.ts'
import { WITHDRAW_STATES } from './withdraw.entity.ts'

const { permission } = withdrawCalls.examine

/** What people do with an application. Orders §2.10. */
export const withdrawStates = stateTable('status', WITHDRAW_STATES, {
  pass: { from: [0], to: 1, label: '通过', permission },
  reject: { from: [0], to: -1, label: '驳回', permission, reason: '驳回原因', danger: true },
})

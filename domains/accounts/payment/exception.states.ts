import { stateTable } from '#kit/shared/states.ts'
import { exceptionCalls as calls } from './payment.calls.ts'
import { EXCEPTION_STATES } from './payment.entity.ts'

/** What people may do with a payment exception. Orders §3.5, §6.5. */
export const exceptionStates = stateTable('status', EXCEPTION_STATES, {
  relate: { from: [0], to: 2, label: '关联订单', permission: calls.handle.permission },
  refund: { from: [0], label: '退款', permission: calls.handle.permission },
  accept: { from: [0], label: '确认入账', permission: calls.accept.permission },
  ignore: { from: [0], to: 3, label: '忽略', permission: calls.handle.permission },
})

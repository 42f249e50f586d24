import { SAP_SYNC } from '#kit/shared/sap.ts'
import { stateTable } from '#kit/shared/states.ts'
import { queueCalls } from './queue.calls.ts'

/** What people may do with a row of the queue. Orders §7.3. */
export const queueStates = stateTable('status', SAP_SYNC, {
  retry: { from: [0, 2], to: 0, label: '重试', permission: queueCalls.retry.permission },
  void: {
    from: [0, 2],
    label: '作废',
    permission: queueCalls.void.permission,
    prompt: '作废后不再推送，同一单据后面的报文将继续推送。',
    reason: '作废原因',
    danger: true,
  },
})

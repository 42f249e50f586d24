import { datetime, flag, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** A standing delegation: while it lasts, what waits for its owner also waits for the delegate. Workflow §3.5. */
export const processDelegation = entity(
  'processDelegation',
  '委托',
  {
    adminId: ref('委托人', 'admin', { readOnly: true, required: true, list: false }),
    delegateId: ref('受托人', 'admin', { required: true, filter: true, width: 100 }),
    // '' delegates every process; one of its own beats that.
    processName: text('流程', { max: 100, width: 160 }),
    fromTime: datetime('开始时间', { required: true, width: 150 }),
    toTime: datetime('结束时间', { required: true, width: 150 }),
    reason: text('委托原因', { max: 200, long: true, search: true, width: 200 }),
    status: flag('启用', { initial: 1, filter: true, width: 80 }),
  },
  { title: 'reason' },
)

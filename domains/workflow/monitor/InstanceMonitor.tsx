import { ref } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { type ColumnSettingsOf, fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { instanceCalls } from '../instance/instance.calls.ts'
import { INSTANCE_STATES, instance } from '../instance/instance.entity.ts'
import { INSTANCE_COLUMNS, NUMBERED } from '../todo/columns.tsx'
import { processFilter } from '../todo/processFilter.tsx'
import { traceAct } from '../todo/traceActs.tsx'
import { monitorCalls } from './monitor.calls.ts'
import { openJump, openTransfer, TOUCHES } from './monitorActs.tsx'

const READS = ['state', 'title', 'expireTime', 'overdue'] as const
type Row = RowSeen<typeof monitorCalls.list, typeof READS>

const CALLS = { list: monitorCalls.list }
const TABS = { name: 'state', items: INSTANCE_STATES }
const FILTERS = [processFilter, fieldFilter('adminId', ref('当前处理人', 'admin'))]
const SHOW = [
  'title',
  'processTitle',
  'state',
  'starterId',
  'nodeNames',
  'people',
  'createTime',
  'expireTime',
]
const COLUMNS: ColumnSettingsOf<Row> = {
  ...INSTANCE_COLUMNS,
  starterId: { width: 80 },
  expireTime: { ...INSTANCE_COLUMNS.expireTime, width: 190 },
}

const running = ({ state }: Row): boolean => state === 'running'

const OPEN = traceAct(({ id }: Row) => id)
const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '转办',
    permission: monitorCalls.transferMany,
    when: running,
    run: openTransfer,
  }),
  act({ label: '跳转', permission: instanceCalls.jump, when: running, run: openJump }),
  callAct(instanceCalls.terminate, {
    label: '终止',
    danger: true,
    when: running,
    prompt: ({ title }) => `终止后“${title}”的审批立即结束，不能恢复；单据可以修改后重新提交。`,
    reason: '终止原因',
    input: ({ id }, comment) => ({ id, comment }),
    success: '流程已终止',
    touches: TOUCHES,
  }),
]

/** All instances of all processes, for those who look after them. Workflow §4. */
export function InstanceMonitor() {
  return (
    <ListPage
      reads={READS}
      of={instance}
      calls={CALLS}
      screen="workflow:monitor"
      subject={NUMBERED}
      open={OPEN}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={TABS}
      dated="发起时间"
      actions={ACTIONS}
      empty="还没有流程实例，发起或提交单据后会出现在这里"
    />
  )
}

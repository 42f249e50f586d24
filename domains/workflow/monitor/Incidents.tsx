import { type Act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { processFilter } from '../todo/processFilter.tsx'
import { traceAct } from '../todo/traceActs.tsx'
import { monitorCalls } from './monitor.calls.ts'
import { INCIDENT_STATES, incident } from './monitor.entity.ts'

const READS = ['instanceId', 'state'] as const
type Row = RowSeen<typeof monitorCalls.incidents, typeof READS>

const CALLS = { list: monitorCalls.incidents }
const TABS = { name: 'state', items: INCIDENT_STATES }
const FILTERS = [processFilter]
const OPEN = traceAct(({ instanceId }: Row) => instanceId ?? 0)
const ACTIONS: readonly Act<Row>[] = [
  callAct(monitorCalls.retry, {
    label: '重试',
    when: ({ state }) => state === 'open',
    input: ({ id }) => ({ id }),
    success: '已重新执行',
    touches: [monitorCalls.incidents.path],
  }),
]

/** 异常: due jobs that failed again and again. Workflow §3.10. */
export function Incidents() {
  return (
    <ListPage
      reads={READS}
      of={incident}
      calls={CALLS}
      filters={FILTERS}
      tabs={TABS}
      dated="发生时间"
      open={OPEN}
      actions={ACTIONS}
      empty="没有异常，到期处理都正常"
    />
  )
}

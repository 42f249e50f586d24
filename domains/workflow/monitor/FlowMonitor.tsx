import { PageTabs } from '#kit/web/PageTabs.tsx'
import { Incidents } from './Incidents.tsx'
import { InstanceMonitor } from './InstanceMonitor.tsx'
import { monitorCalls } from './monitor.calls.ts'
import { Statistics } from './Statistics.tsx'
import { TransferMany } from './TransferMany.tsx'

const TABS = [
  { key: 'instance', label: '流程实例', call: monitorCalls.list, page: <InstanceMonitor /> },
  { key: 'transfer', label: '批量转办', call: monitorCalls.transferMany, page: <TransferMany /> },
  { key: 'incident', label: '异常', call: monitorCalls.incidents, page: <Incidents /> },
  { key: 'statistics', label: '耗时统计', call: monitorCalls.statistics, page: <Statistics /> },
]

/** 流程监控. Workflow §4. */
export default function FlowMonitor() {
  return <PageTabs tabs={TABS} />
}

import { Alert } from 'antd'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { ProcessSelect, processFilter } from '../todo/processFilter.tsx'
import { delegationCalls } from './delegation.calls.ts'
import { processDelegation } from './delegation.entity.ts'

const READS = ['fromTime', 'processTitle', 'toTime'] as const
type Row = RowSeen<typeof delegationCalls.list, typeof READS>

const ALL = '全部流程'
const SHOW = ['delegateId', 'processTitle', 'fromTime', 'toTime', 'state', 'reason', 'createTime']
const FILTERS = [processFilter]
const COLUMNS = {
  processTitle: { title: '流程', render: (row: Row) => row.processTitle || ALL },
}

function ProcessInput({ value, onChange, id = '' }: InputProps) {
  return <ProcessSelect id={id} value={textOf(value)} placeholder={ALL} onChange={onChange} />
}

const order = ({ fromTime, toTime }: WireRow): Record<string, string> =>
  typeof fromTime === 'number' && typeof toTime === 'number' && toTime <= fromTime
    ? { toTime: '结束时间须晚于开始时间' }
    : {}

const FORM = {
  width: 560,
  groups: [{ fields: ['delegateId', 'processName', 'fromTime', 'toTime', 'reason', 'status'] }],
  inputs: {
    delegateId: { help: '期间您的待办也会出现在受托人的待办中' },
    processName: { Input: ProcessInput, help: '留空委托全部流程；单独委托的流程以单独的设置为准' },
    status: { help: '停用后立即收回，不必删除' },
  },
  check: order,
}

/** 委托设置: who else does one's work for a while. Workflow §3.5, §4. */
export default function DelegationList() {
  return (
    <ListPage
      reads={READS}
      of={processDelegation}
      calls={delegationCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      form={FORM}
      deletePrompt={() => '删除后受托人不再看到您的待办，确定删除吗？'}
      above={
        <Alert
          type="info"
          showIcon
          title="委托期间，等待您处理的任务同时等待受托人，谁先处理都有效；审批记录会写明由谁代为处理。到期自动收回。"
          style={{ marginBottom: 12 }}
        />
      }
      empty="还没有委托。请假或出差前点击新增，把期间的待办委托给同事"
    />
  )
}

import { useSearchParams } from 'react-router'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { bindingCalls } from '../binding/binding.calls.ts'
import { processBinding } from '../binding/binding.entity.ts'
import { processFilter } from '../todo/processFilter.tsx'
import { openBinding, typeFilter } from './bindingForm.tsx'

const READS = [
  'businessType',
  'condition',
  'processDisplayName',
  'processName',
  'titleTemplate',
  'typeLabel',
] as const
type Row = RowSeen<typeof bindingCalls.list, typeof READS>

const CALLS = { ...bindingCalls, update: bindingCalls.save }
const FILTERS = [typeFilter, processFilter]
const SHOW = ['businessType', 'processName', 'condition', 'titleTemplate', 'sort', 'status']
const COLUMNS = {
  businessType: { width: 120, render: (row: Row) => row.typeLabel || row.businessType },
  processName: {
    title: '流程',
    width: 180,
    render: (row: Row) => row.processDisplayName || `${row.processName}（未部署）`,
  },
  condition: { width: 200, render: (row: Row) => row.condition || '始终适用' },
  titleTemplate: { width: 180, render: (row: Row) => row.titleTemplate || '默认标题' },
}

/** 绑定单据: which process decides the documents of a type. Workflow §3.11. */
export function BindingList() {
  const [params] = useSearchParams()
  const asked = params.get('processName') ?? ''
  return (
    <ListPage
      reads={READS}
      of={processBinding}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      openForm={(row) => openBinding(row, asked)}
      deletePrompt={(row) =>
        `删除后“${row.typeLabel || row.businessType}”不再由该流程审批，已发起的不受影响，确定删除吗？`
      }
      empty="还没有绑定。点击新增，把已部署的流程绑定到一种单据，提交该单据时即发起流程"
    />
  )
}

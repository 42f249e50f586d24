import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { feedbackCalls } from './purpose.calls.ts'
import { feedbackStates } from './purpose.states.ts'

type Row = OutWireOf<typeof feedbackCalls.list>['list'][number]

const COLUMNS = [
  { title: '意向', dataIndex: 'purposeTitle', width: 180 },
  { title: '商品', width: 220, render: (_: unknown, row: Row) => `${row.productName} ${row.suk}` },
  { title: '合计', dataIndex: 'intendQty', width: 100, align: 'right' as const },
  {
    title: '期望价',
    width: 100,
    align: 'right' as const,
    render: (_: unknown, row: Row) => row.expectPrice ?? NONE,
  },
  {
    title: '状态',
    width: 90,
    render: (_: unknown, row: Row) => {
      const state = feedbackStates.states.find((one) => one.value === row.status)
      return state === undefined ? NONE : <StateTag {...state} />
    },
  },
  { title: '回复', width: 200, render: (_: unknown, row: Row) => row.replyContent || NONE },
  { title: '时间', width: 140, render: (_: unknown, row: Row) => formatTime(row.createTime, browserZone) },
]

/** 意向反馈 of a customer, by its company. Catalog §7.3. */
export default function CustomerFeedback({ id }: { id: number }) {
  return (
    <CallTable
      call={feedbackCalls.list}
      input={(paging) => ({ companyId: String(id), ...paging })}
      columns={COLUMNS}
      empty="该客户还没有意向反馈"
    />
  )
}

import { type Act, callAct } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { equityCalls } from './equity.document.ts'
import { equityIssue } from './equity.entity.ts'
import { equityAmount } from './equity.rules.ts'

const READS = ['amount', 'equityType', 'status'] as const
type Row = RowSeen<typeof equityCalls.issues, typeof READS>

const CALLS = { list: equityCalls.issues }
const SUBJECT = { name: 'companyId' }
const SHOW = ['companyId', 'period', 'equityType', 'amount', 'status', 'failReason', 'sendTime']
const COLUMNS = {
  companyId: { width: 220 },
  amount: { render: ({ equityType, amount }: Row) => equityAmount(equityType, amount ?? '') },
  failReason: { width: 200 },
}
const waits = (row: Row): boolean => row.status === 0
const resend = {
  label: '重发',
  success: '已重发，结果见状态与失败原因',
  touches: ['/admin/system/org/equity'],
}
const ACTIONS: readonly Act<Row>[] = [
  callAct(equityCalls.resend, {
    ...resend,
    when: waits,
    input: ({ id }) => ({ ids: String(id) }),
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(equityCalls.resend, {
    ...resend,
    ...forAll(waits, '选中的发放中有不能重发的'),
    input: (rows) => ({ ids: rows.map((row) => row.id).join(',') }),
  }),
]

/** 发放明细 of a plan. Catalog §6.6. */
export function EquityIssues({ planId }: { planId: number }) {
  return (
    <ListPage
      reads={READS}
      of={equityIssue}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      fixed={{ planId: String(planId) }}
      dated="生成时间"
      actions={ACTIONS}
      batch={BATCH}
      empty="还没有发放。到发放日自动发放，也可点击立即发放"
    />
  )
}

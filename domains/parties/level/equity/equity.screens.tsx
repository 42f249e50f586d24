import { lazy, Suspense } from 'react'
import { dict } from '#kit/fields/shared.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { mayCall } from '#kit/web/session.ts'
import { EquityLines, TargetsInput } from './EquityInputs.tsx'
import { EquityIssues } from './EquityIssues.tsx'
import { equityCalls, equityDocument, execStates } from './equity.document.ts'
import { EXEC_STATES } from './equity.rules.ts'

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'))

const READS = ['startDate', 'endDate', 'issuedAmount', 'budget', 'auditStatus', 'execStatus'] as const
type Row = RowSeen<typeof equityCalls.list, typeof READS>

const SHOW = [
  'planName',
  'targetNames',
  'issueMode',
  'range',
  'issuedCompanies',
  'spent',
  'auditStatus',
  'execStatus',
]
const COLUMNS = {
  planName: { width: 150 },
  targetNames: { title: '对象', width: 120 },
  objectNames: { width: 180 },
  issueMode: { width: 80 },
  range: { title: '期间', width: 190, render: (row: Row) => `${row.startDate} 至 ${row.endDate}` },
  spent: {
    title: '已发金额/预算',
    width: 150,
    render: (row: Row) =>
      `${groupedAmount(row.issuedAmount)} / ${row.budget === null ? '不限' : groupedAmount(row.budget)}`,
  },
}
const FILTERS = [fieldFilter('equityType', dict('权益类型', 'sales_equity'))]
const GROUPS = [
  { title: '计划', fields: ['planName', 'budget', 'remark'] },
  { title: '发放', fields: ['issueMode', 'startDate', 'endDate', 'issueDay', 'issueTime'] },
  { title: '对象', fields: ['targetType', 'targetIds'] },
  {
    title: '权益',
    fields: ['lines'],
    note: '净额比例按上一期的采购净额计算，如 1.50 表示 1.50%；返利和余额以元计。',
  },
  { title: '附件', fields: ['files'] },
]

const INPUTS = {
  targetType: { wide: true },
  targetIds: { Input: TargetsInput, wide: true },
  lines: { Input: EquityLines },
}
// Levels mean nothing to a plan for companies.
const derive = (name: string) => (name === 'targetType' ? { targetIds: [] } : undefined)

/** What pages and tasks tell of a plan. */
const SECTIONS = [
  { title: '计划', fields: ['planNo', 'planName', 'targetType', 'targetNames', 'budget', 'remark', 'files'] },
  { title: '发放', fields: ['issueMode', 'startDate', 'endDate', 'issueDay', 'issueTime', 'objectNames'] },
  {
    title: '执行',
    fields: ['issuedPeriods', 'issuedCompanies', 'issuedAmount', 'stopReason'],
  },
]

const isApproved = (row: Row): boolean => row.auditStatus === 1
const byId = { input: ({ id }: Row) => ({ id }), when: isApproved }

/** What can be done with a plan once it is approved. Catalog §6.6, §8.1. */
const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '预览名单',
    permission: equityCalls.preview,
    when: (row) => row.execStatus < 3,
    run: ({ id }) =>
      void openDialog<null>((close) => (
        <Suspense fallback={null}>
          <PreviewDialog id={id} onClose={() => close(null)} />
        </Suspense>
      )),
  }),
  stateAct(execStates, 'run', equityCalls.run, {
    ...byId,
    success: '已开始发放，请在发放明细中查看',
  }),
  stateAct(execStates, 'pause', equityCalls.pause, byId),
  stateAct(execStates, 'resume', equityCalls.resume, byId),
  stateAct(execStates, 'stop', equityCalls.stop, {
    when: isApproved,
    input: ({ id }, reason) => ({ id, reason }),
  }),
]

/** 权益发放计划. Catalog §6.6, §8.5. */
export default documentScreens(equityDocument, {
  sections: SECTIONS,
  actions: ACTIONS,
  touches: ['/admin/system/org/equity'],
  reads: READS,
  list: {
    subject: { name: 'planName', code: 'planNo' },
    show: SHOW,
    columns: COLUMNS,
    filters: FILTERS,
    empty: '还没有权益发放计划。点击新增，设置对象、权益和发放日',
  },
  form: { groups: GROUPS, inputs: INPUTS, derive },
  page: {
    states: (row) => (row.auditStatus === 1 ? [EXEC_STATES.find((one) => one.value === row.execStatus)] : []),
    lists: (row) =>
      mayCall(equityCalls.issues)
        ? [{ key: 'issues', label: '发放明细', content: <EquityIssues planId={row.id} /> }]
        : [],
  },
  print: {
    title: '权益发放单',
    head: [
      ...['planNo', 'planName', 'targetNames', 'objectNames', 'issueMode', 'startDate', 'endDate', 'budget'],
      'issuedAmount',
    ],
    lines: { name: 'lines', columns: ['equityType', 'basis', 'value', 'maxValue'] },
    signs: ['制单', '审核', '财务'],
  },
})

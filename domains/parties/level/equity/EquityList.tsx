import { dict } from '#kit/fields/shared.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { equityCalls } from './equity.calls.ts'
import { equityPlan } from './equity.entity.ts'
import { equityStates } from './equity.states.ts'
import { FORM, PLAN_ACTS, type PlanRow } from './equityActs.tsx'

const SHOW = [
  'planNo',
  'planName',
  'targetNames',
  'objectNames',
  'issueMode',
  'range',
  'issuedPeriods',
  'issuedCompanies',
  'spent',
  'auditStatus',
  'execStatus',
]
const COLUMNS = {
  planName: { width: 180 },
  targetNames: { title: '对象', width: 180 },
  objectNames: { width: 180 },
  issueMode: { width: 90 },
  range: { title: '期间', width: 190, render: (row: PlanRow) => `${row.startDate} 至 ${row.endDate}` },
  spent: {
    title: '已发金额/预算',
    width: 170,
    render: (row: PlanRow) =>
      `${groupedAmount(row.issuedAmount)} / ${row.budget === null ? '不限' : groupedAmount(row.budget)}`,
  },
}
const FILTERS = [fieldFilter('equityType', dict('权益类型', 'sales_equity'))]
const PAGES = {
  create: FORM,
  edit: ({ id }: PlanRow) => `${FORM}/${id}`,
  see: ({ id }: PlanRow) => `${FORM}/${id}/see`,
}

/** 权益发放计划. Catalog §6.6. */
export default function EquityList() {
  return (
    <ListPage
      of={equityPlan}
      calls={equityCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      pages={PAGES}
      actions={PLAN_ACTS}
      editable={editableIn(equityStates)}
      deletable={deletableIn(equityStates)}
      empty={<Empty text="还没有权益发放计划。点击新增，设置对象、权益和发放日" />}
    />
  )
}

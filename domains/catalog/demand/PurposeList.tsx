import { closedBy } from '#kit/shared/states.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { category } from '../product/productFilters.tsx'
import { feedbackCalls, purposeCalls } from './purpose.calls.ts'
import { purposeProduct } from './purpose.entity.ts'
import { purposeStates } from './purpose.states.ts'

const READS = ['endTime', 'productNames', 'purposeTitle', 'startTime', 'status'] as const
type Row = RowSeen<typeof purposeCalls.list, typeof READS>

const FORM = '/purpose/addProduct'
const SHOW = [
  'purposeTitle',
  'productNames',
  'season',
  'collecting',
  'refPrice',
  'companyCount',
  'totalQty',
  'status',
]
const SUBJECT = { picture: 'image' }
const COLUMNS = {
  collecting: {
    title: '征集时间',
    width: 140,
    render: (row: Row) => (
      <>
        {formatTime(row.startTime, browserZone)}
        <br />
        {formatTime(row.endTime, browserZone)}
      </>
    ),
  },
  purposeTitle: { width: 140 },
  season: { width: 90 },
  deliveryMonths: { width: 90 },
  refPrice: { width: 90 },
  companyCount: { width: 90 },
  totalQty: { width: 90 },
  status: { width: 90 },
  productNames: { width: 170, render: (row: Row) => <span className="k-two-lines">{row.productNames}</span> },
}
const FILTERS = [fieldFilter('season', purposeProduct.shape.season), category]

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '反馈',
    permission: feedbackCalls.list,
    run: ({ id }) => goTo(`/purpose/purfeedback?purposeProductId=${id}`),
  }),
  stateAct(purposeStates, 'close', purposeCalls.close, {
    input: ({ id }) => ({ id }),
    success: '已截止',
  }),
  stateAct(purposeStates, 'toForecast', purposeCalls.toForecast, {
    input: ({ id }) => ({ id }),
    success: '已转预测',
  }),
  callAct(purposeCalls.remove, {
    label: '删除',
    danger: true,
    closed: (row) => closedBy(purposeStates, 'remove', row.status),
    prompt: (row) => `确定删除意向“${row.purposeTitle}”吗？`,
    input: ({ id }) => ({ id: String(id) }),
    success: '删除成功',
  }),
]
const CALLS = {
  list: purposeCalls.list,
  save: purposeCalls.save,
  update: purposeCalls.update,
  exportRows: purposeCalls.exportRows,
}
const PAGES = { create: FORM, edit: (row: Row) => `${FORM}?id=${row.id}` }
const noEdit = (row: Row) => closedBy(purposeStates, 'edit', row.status)

/** 意向商品. Catalog §4.3. */
export default function PurposeList() {
  return (
    <ListPage
      reads={READS}
      of={purposeProduct}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      pages={PAGES}
      noEdit={noEdit}
      actions={ACTIONS}
      empty="还没有意向商品，点击“新增”为即将采购或生产的商品收集客户需求"
    />
  )
}

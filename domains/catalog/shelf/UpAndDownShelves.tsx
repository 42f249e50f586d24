import { Input } from 'antd'
import { useSearchParams } from 'react-router'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choices, quantity, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { storeCalls } from '../product/product.calls.ts'
import { byField, category } from '../product/productFilters.tsx'
import { TOUCHED } from '../product/touched.ts'
import { PLAN_ACTIONS, PLAN_STATES } from './document.states.ts'
import { PRODUCT_SUBJECT } from './listed.ts'
import { PlanState } from './PlanTable.tsx'
import { openShelve } from './ShelveDialog.tsx'
import { shelfCalls } from './shelf.calls.ts'
import '../product/product.css'

const NAMED = ['productName', 'productCode', 'channelId'] as const
const ROW_READS = [...NAMED, 'skuId', 'suk', 'planTime', 'planAction'] as const
const PLAN_READS = [...NAMED, 'status', 'sourceType', 'sourceNo'] as const
type Row = RowSeen<typeof shelfCalls.rows, typeof ROW_READS>
type Plan = RowSeen<typeof shelfCalls.plans, typeof PLAN_READS>
type Log = RowSeen<typeof shelfCalls.log, typeof NAMED>

const TABS = [
  { key: '1', label: '已上架' },
  { key: '2', label: '未上架' },
  { key: '3', label: '定时' },
  { key: '4', label: '记录' },
]

const productSearch = text('商品名称、编码、条码', { max: 100, search: true, list: false })
const rowsOf = entity('shelfRow', '规格', { productSearch }, { title: 'productSearch' })
const plansOf = entity('productPlan', '定时任务', { productSearch }, { title: 'productSearch' })
const logOf = entity('shelfLog', '上下架记录', { productSearch }, { title: 'productSearch' })

const channel = fieldFilter('channelId', choices('渠道', CHANNELS))
const codes: ListFilter = {
  name: 'codes',
  label: '粘贴编码',
  render: (value, onChange, id) => (
    <Input.TextArea
      id={id}
      rows={1}
      autoSize={{ minRows: 1, maxRows: 6 }}
      value={value}
      placeholder="每行一个，最多500个"
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  words: (value) => `${value.split('\n').filter((line) => line.trim() !== '').length}个`,
}
const number = (name: string, label: string): ListFilter => ({
  name,
  label,
  render: (value, onChange, id) => (
    <Input id={id} inputMode="decimal" value={value} onChange={(event) => onChange(event.target.value)} />
  ),
})
const ROW_FILTERS = [
  category,
  byField('brandId'),
  channel,
  codes,
  number('stockMin', quantity('最小库存').label),
  number('stockMax', quantity('最大库存').label),
]
const PLAN_FILTERS = [channel, fieldFilter('status', choices('状态', PLAN_STATES))]
const LOG_FILTERS = [
  channel,
  fieldFilter(
    'action',
    choices(
      '动作',
      ['上架', '下架', '违规下架', '解除违规'].map((one) => ({ value: one, label: one })),
    ),
  ),
  fieldFilter(
    'source',
    choices(
      '来源',
      ['手工', '申请单', '定时', '违规'].map((one) => ({ value: one, label: one })),
    ),
  ),
]

const time = (seconds: number | null) => (seconds === null ? '—' : formatTime(seconds, browserZone))
const actionLabel = (action: string | null) => PLAN_ACTIONS.find((one) => one.value === action)?.label ?? ''

const inChannel = {
  width: 90,
  align: 'left' as const,
  render: ({ channelId }: Row | Plan | Log) => (channelId === null ? '—' : channelLabel(channelId)),
}

const ROW_COLUMNS = {
  channelId: inChannel,
  suk: { title: '规格', width: 110 },
  skuCode: { width: 140 },
  planTime: {
    title: '定时',
    width: 190,
    render: (row: Row) =>
      row.planTime === null ? '—' : `${time(row.planTime)} ${actionLabel(row.planAction)}`,
  },
}
const ROW_SHOW = [
  'productName',
  'suk',
  'skuCode',
  'channelId',
  'price',
  'stock',
  'platformStatus',
  'planTime',
]

const putOn: Act<readonly Row[]> = act({
  label: '批量上架',
  permission: storeCalls.putOnSkus,
  primary: true,
  run: (rows) => void openShelve('putOnShell', rows),
})
const putOff: Act<readonly Row[]> = act({
  label: '批量下架',
  permission: storeCalls.offSkus,
  run: (rows) => void openShelve('offShell', rows),
})
const one = (label: string, action: 'putOnShell' | 'offShell'): Act<Row> =>
  act({
    label,
    permission: action === 'putOnShell' ? storeCalls.putOnSkus : storeCalls.offSkus,
    run: (row) => void openShelve(action, [row]),
  })
const BATCH = { '1': [putOff], '2': [putOn] }
const ACTIONS = { '1': [one('下架', 'offShell')], '2': [one('上架', 'putOnShell')] }
const ROW_CALLS = { list: shelfCalls.rows }

const PLAN_COLUMNS = {
  channelId: inChannel,
  status: { width: 90, render: (row: Plan) => <PlanState status={row.status} /> },
  sourceNo: {
    width: 170,
    render: (row: Plan) => row.sourceNo || (row.sourceType === 'batch' ? '批量定时' : '计划上下架'),
  },
}
const PLAN_SHOW = [
  'productName',
  'suk',
  'channelId',
  'action',
  'dueTime',
  'status',
  'result',
  'sourceNo',
  'adminName',
]
const PLAN_CALLS = { list: shelfCalls.plans }
const waits = (row: Plan) => row.status === 0 && (row.sourceType === 'batch' || row.sourceType === 'channel')
const CANCEL: Act<Plan> = callAct(shelfCalls.cancelPlans, {
  label: '取消',
  danger: true,
  prompt: '取消后到时间不再执行，确定取消吗？',
  input: (row) => ({ ids: String(row.id) }),
  when: waits,
  touches: TOUCHED,
})
const CANCEL_MANY: Act<readonly Plan[]> = callAct(shelfCalls.cancelPlans, {
  label: '批量取消',
  danger: true,
  prompt: (rows) => `确定取消选中的${rows.filter(waits).length}个待执行定时任务吗？`,
  input: (rows) => ({
    ids: rows
      .filter(waits)
      .map((row) => row.id)
      .join(','),
  }),
  when: (rows) => rows.some(waits),
  touches: TOUCHED,
})

const LOG_COLUMNS = {
  createTime: { title: '时间' },
  channelId: inChannel,
}
const LOG_SHOW = ['productName', 'suk', 'channelId', 'action', 'source', 'adminName', 'reason', 'createTime']
const LOG_CALLS = { list: shelfCalls.log }

/** 商品上下架: product × sku × channel, what is planned, and what was done. Catalog §3.4. */
export default function UpAndDownShelves() {
  const [address, setAddress] = useSearchParams()
  const tab = address.get('view') ?? '1'
  const tabs = (
    <CountTabs active={tab} items={TABS} onChange={(view) => setAddress({ view }, { replace: true })} />
  )
  if (tab === '3')
    return (
      <ListPage
        key={tab}
        of={plansOf}
        calls={PLAN_CALLS}
        reads={PLAN_READS}
        columns={PLAN_COLUMNS}
        subject={PRODUCT_SUBJECT}
        show={PLAN_SHOW}
        filters={PLAN_FILTERS}
        dated="计划时间"
        actions={[CANCEL]}
        batch={[CANCEL_MANY]}
        above={tabs}
        empty="没有定时任务，可在“未上架”“已上架”中选择规格并填写计划时间"
      />
    )
  if (tab === '4')
    return (
      <ListPage
        key={tab}
        of={logOf}
        calls={LOG_CALLS}
        reads={NAMED}
        columns={LOG_COLUMNS}
        subject={PRODUCT_SUBJECT}
        show={LOG_SHOW}
        filters={LOG_FILTERS}
        dated="时间"
        above={tabs}
        empty="还没有上下架记录"
      />
    )
  const side = tab === '2' ? '2' : '1'
  return (
    <ListPage
      key={side}
      of={rowsOf}
      calls={ROW_CALLS}
      reads={ROW_READS}
      columns={ROW_COLUMNS}
      subject={PRODUCT_SUBJECT}
      show={ROW_SHOW}
      filters={ROW_FILTERS}
      dated=""
      fixed={side === '1' ? ON : OFF}
      actions={ACTIONS[side]}
      batch={BATCH[side]}
      above={tabs}
      empty={side === '1' ? '没有已上架的规格，可在“未上架”中上架' : '没有未上架的规格'}
    />
  )
}

const ON = { tab: '1' }
const OFF = { tab: '2' }

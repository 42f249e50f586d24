import { CopyOutlined } from '@ant-design/icons'
import { choice, ref } from '#kit/fields/shared.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { productQuota } from './productQuota.entity.ts'
import { openQuotaUses } from './QuotaUses.tsx'
import { QUOTA_IMPORT, quotaCalls } from './quota.calls.ts'
import { QUOTA_STATES, SCOPE_TYPES } from './quota.rules.ts'

const READS = ['endTime', 'scopeNames', 'scopeType', 'startTime', 'quotaName'] as const
type Row = RowSeen<typeof quotaCalls.list, typeof READS>

export const QUOTA_FORM = '/store/addQuota'

const SHOW = [
  'quotaName',
  'channelIds',
  'scopeType',
  'limitType',
  'maxQty',
  'used',
  'validity',
  'state',
  'status',
]

const COLUMNS = {
  quotaName: { width: 150 },
  productCount: { width: 75 },
  channelIds: { width: 110 },
  limitType: { width: 85 },
  maxQty: { width: 85 },
  used: { width: 80 },
  state: { width: 80 },
  status: { width: 70 },
  scopeType: {
    width: 140,
    render: (row: Row) => {
      const label = SCOPE_TYPES.find((one) => one.value === row.scopeType)?.label ?? NONE
      return row.scopeNames === '' ? label : `${label}：${row.scopeNames}`
    },
  },
  validity: {
    title: '有效期',
    width: 145,
    render: (row: Row) => (
      <>
        {formatTime(row.startTime, browserZone)}
        <br />
        {formatTime(row.endTime, browserZone)}
      </>
    ),
  },
}

const FILTERS = [
  fieldFilter('state', choice('状态', QUOTA_STATES)),
  fieldFilter('productId', ref('商品', 'product')),
]

const ACTIONS: readonly Act<Row>[] = [
  act({ label: '使用明细', permission: quotaCalls.uses, run: (row) => openQuotaUses(row) }),
  act({
    label: '复制',
    icon: <CopyOutlined />,
    permission: quotaCalls.save,
    run: (row) => goTo(`${QUOTA_FORM}?copy=${row.id}`),
  }),
]

const IMPORTING = { bizType: 'productQuota', title: '商品限额', permission: QUOTA_IMPORT }

/** 商品限额. Catalog §3.5. */
export default function QuotaList() {
  return (
    <ListPage
      reads={READS}
      of={productQuota}
      calls={quotaCalls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      pages={{ create: QUOTA_FORM, edit: (row) => `${QUOTA_FORM}?id=${row.id}` }}
      actions={ACTIONS}
      importing={IMPORTING}
    />
  )
}

import { useSearchParams } from 'react-router'
import { choice, text } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { cellOf, fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { startingWith } from '../document/goodsAddress.ts'
import { PRODUCT_FILTERS, SEARCHED } from './filters.tsx'
import { leftDays } from './leftDays.tsx'
import { BUCKETS, stockCalls as calls } from './stock.calls.ts'
import { stockLot, stockSection } from './stock.entity.ts'

const SUBJECT = { name: 'storeName', code: 'productCode' }

const SECTIONS = { list: calls.sectionList }
const SECTION_SHOW = [
  'storeName',
  'suk',
  'warehouseId',
  'sectionId',
  'lotCount',
  'onHand',
  'allocated',
  'frozen',
  'lotFree',
]
const SECTION_READS = ['productCode', 'sectionId'] as const
type SectionRow = RowSeen<typeof calls.sectionList, typeof SECTION_READS>
const SECTION_ACTS: readonly Act<SectionRow>[] = [
  act({
    label: '流水',
    permission: calls.recordList,
    run: (row) => goTo(`/wms/recordLog/${row.productCode}/${row.sectionId}/0`),
  }),
]

/** 按库区: what stands in each section. Warehouse §4.4. */
export function SectionList() {
  return (
    <ListPage
      of={stockSection}
      calls={SECTIONS}
      reads={SECTION_READS}
      subject={SUBJECT}
      show={SECTION_SHOW}
      filters={PRODUCT_FILTERS}
      searched={SEARCHED}
      actions={SECTION_ACTS}
      dated=""
      empty="还没有库存。收货后，商品在各库区的数量在此列出"
    />
  )
}

const LOTS = { list: calls.lotList, exportRows: calls.lotExport }
const LOT_SHOW = [
  'storeName',
  'warehouseId',
  'sectionId',
  'lotNo',
  'expiryDate',
  'left',
  'onHand',
  'allocated',
  'lotFree',
]
const LOT_READS = [
  ...(['productCode', 'skuId', 'storeName', 'warehouseId', 'sectionId', 'lotNo', 'lotFree'] as const),
] as const
type LotRow = RowSeen<typeof calls.lotList, typeof LOT_READS>
/** An act that begins a document with the goods of a row. */
const beginning = (label: string, form: string, permission: string): Act<LotRow> =>
  act({
    label,
    permission,
    closed: (row) => (row.lotFree > 0 ? null : '没有可用数量'),
    run: (row) => goTo(startingWith(form, [row])),
  })
const labelAct = act<{ readonly id: number }>({
  label: '打印标签',
  permission: calls.labels,
  run: ({ id }) => goTo(`/wms/stock/labels?ids=${id}`),
})
const LOT_ACTS: readonly Act<LotRow>[] = [
  act({
    label: '批次追溯',
    permission: calls.lotTrace,
    run: (row) => goTo(`/wms/stock/lotTrace/${row.skuId}/${encodeURIComponent(row.lotNo)}`),
  }),
  act({
    label: '流水',
    permission: calls.recordList,
    run: (row) =>
      goTo(`/wms/recordLog/${row.productCode}/${row.sectionId}/0?lotNo=${encodeURIComponent(row.lotNo)}`),
  }),
  labelAct,
  beginning('冻结', '/wms/addFreeze', 'admin:wms:freeze:save'),
  beginning('移库', '/wms/addShiftingParking', 'admin:wms:shiftingParking:save'),
]
const cell = cellOf<WireRow>()
const LOT_COLUMNS = { left: { width: 90, ...cell(['left', 'near'], leftDays) } }
const LOT_FILTERS = [
  fieldFilter('bucket', choice('剩余天数', BUCKETS, {})),
  ...PRODUCT_FILTERS,
  fieldFilter('lotNumber', text('批次号', { max: 32 })),
  dateFilter('expiry', '到期日期'),
]

/** 按批次: each lot in each section, with what is left of its days. Warehouse §4.4. */
export function LotList() {
  const [address] = useSearchParams()
  const skuId = address.get('skuId')
  return (
    <ListPage
      of={stockLot}
      calls={LOTS}
      reads={LOT_READS}
      subject={SUBJECT}
      show={LOT_SHOW}
      columns={LOT_COLUMNS}
      filters={LOT_FILTERS}
      fixed={skuId === null ? NONE : { skuId }}
      searched={SEARCHED}
      actions={LOT_ACTS}
      dated=""
      empty="还没有批次库存。收货后，各批次的数量和效期在此列出"
    />
  )
}

const NONE = {}

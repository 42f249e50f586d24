import { today } from '#kit/shared/time.ts'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { request } from '#kit/web/request.ts'
import { GoodsLines, PASTING, pickedSkus } from '../document/goodsInputs.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { sectionCalls } from '../place/section.calls.ts'
import { exchangeCalls as calls, exchangeDocument } from './exchange.document.ts'
import { EXCHANGE } from './exchange.entity.ts'

const READS = ['exchangeSn', 'reversed'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  ...['exchangeSn', 'exchangeType', 'warehouseId', 'supplierId', 'totalQty', 'outQty', 'priceDiff'],
  ...['auditStatus', 'outState'],
]
const COLUMNS = { exchangeSn: { width: 170 }, totalQty: { title: '换入数量' }, outQty: { title: '换出数量' } }

/** Lines of goods that stand where the warehouse keeps new ones, against as much of the same. */
const standing = (choose: () => Promise<WireRow[] | null>) => async (warehouseId: number) => {
  const picked = await choose()
  if (picked === null) return null
  const [first] = await request(sectionCalls.all, { warehouseId, limit: 1 })
  return picked.map((line) => ({
    ...line,
    sectionId: first?.value ?? null,
    grade: 'A',
    outSkuId: line.skuId ?? null,
  }))
}
const CHOOSE = standing(pickedSkus)
const MORE = [{ label: PASTING.label, pick: standing(PASTING.pick) }]
const GoodsInput = (props: InputProps) => <GoodsLines {...props} pick={CHOOSE} more={MORE} />

const GROUPS = [
  {
    title: '换货',
    fields: [
      ...['exchangeType', 'warehouseId', 'bizDate', 'refundSn', 'customer', 'stockoutId', 'supplierId'],
      'expressNo',
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const isOfCustomer = (values: WireRow): boolean => Number(values.exchangeType) === EXCHANGE.customer
const INPUTS = {
  exchangeType: { help: '客户换货在售后启用后，凭换货售后单登记' },
  bizDate: { help: '最多早于今天7天' },
  refundSn: { required: isOfCustomer },
  stockoutId: {
    required: (values: WireRow) => !isOfCustomer(values),
    help: '换出或采购退货的出库单，已审核通过',
  },
  supplierId: { help: '留空取出库单的供应商' },
  lines: { Input: GoodsInput },
}
/** A customer's exchange is of an after-sale, a supplier's of a stock-out. */
const hidden = (name: string, values: WireRow): boolean =>
  isOfCustomer(values)
    ? name === 'stockoutId' || name === 'supplierId'
    : name === 'refundSn' || name === 'customer'

const SECTIONS = [
  {
    title: '换货',
    fields: [
      ...['exchangeType', 'warehouseId', 'bizDate', 'refundSn', 'customer', 'stockoutId', 'supplierId'],
      ...['expressNo', 'totalQty', 'outQty', 'priceDiff', 'outState'],
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  refundSn: (row: { refundSn: string }) => row.refundSn !== '',
  customer: (row: { customer: string }) => row.customer !== '',
  stockoutId: (row: { stockoutId: number | null }) => row.stockoutId !== null,
  supplierId: (row: { supplierId: number | null }) => row.supplierId !== null,
  expressNo: (row: { expressNo: string }) => row.expressNo !== '',
}

const undo = reverseAct<Row>(
  calls.reverse,
  (row) => `冲销后 ${row.exchangeSn} 换入的商品全部退出库存，不能恢复。`,
)

/** 换入单. Warehouse §5.10. */
export default documentScreens(exchangeDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [undo],
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有换入单。供应商换货凭已审核的换出或采购退货出库单登记',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    hidden,
    initial: () => ({ exchangeType: EXCHANGE.supplier, bizDate: today() }),
  },
  page: {
    states: (row) => [row.reversed === 1 ? REVERSED : undefined],
    figures: (row) => [
      { label: '换入数量', value: row.totalQty },
      { label: '换出数量', value: row.outQty },
    ],
  },
  print: {
    title: '换入单',
    head: [
      'exchangeSn',
      'exchangeType',
      'warehouseId',
      'bizDate',
      'stockoutId',
      'supplierId',
      'totalQty',
      'remark',
    ],
    lines: {
      name: 'lines',
      columns: [
        'productName',
        'skuCode',
        'suk',
        'unitName',
        'lotNo',
        'sectionId',
        'qty',
        'outSkuId',
        'outQty',
      ],
    },
    signs: ['制单', '审核', '仓管', '送货人'],
  },
})

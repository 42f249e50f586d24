import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { today } from '#kit/shared/time.ts'
import { act } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { request } from '#kit/web/request.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { CELLS, GoodsLines, PASTING, pickedSkus } from '../document/goodsInputs.tsx'
import { sheetPicking } from '../document/lineSheet.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { sectionCalls } from '../place/section.calls.ts'
import { stockinCalls as calls, stockinDocument, stockinSheet } from './stockin.document.ts'
import { STOCKIN_TYPES, WRITTEN_TYPES } from './stockin.entity.ts'

const READS = ['stockinSn', 'reversed'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  'stockinSn',
  'type',
  'warehouseId',
  'totalQty',
  'totalAmount',
  'auditStatus',
  'makerName',
  'bizDate',
]
const COLUMNS = {
  stockinSn: { width: 170 },
  type: { width: 90 },
}

const WRITTEN = choice(
  '入库类型',
  STOCKIN_TYPES.filter(({ value }) => WRITTEN_TYPES.some((one) => one === value)),
  { required: true, initial: 6 },
)
const TypeInput = (props: InputProps) => <FieldInput {...props} field={WRITTEN} />

/** Lines of goods that stand where the warehouse keeps new ones. */
const standing =
  (choose: (warehouseId: number) => Promise<WireRow[] | null>) => async (warehouseId: number) => {
    const picked = await choose(warehouseId)
    if (picked === null) return null
    const [first] = await request(sectionCalls.all, { warehouseId, limit: 1 })
    return picked.map((line) => ({ ...line, sectionId: first?.value ?? null, grade: 'A', rejectQty: 0 }))
  }
const CHOOSE = standing(pickedSkus)
/** Lines of a purchase order, with what is still to be delivered of them. */
async function purchased(warehouseId: number): Promise<WireRow[] | null> {
  const purchaseSn = await ask({ title: '采购单号', max: 40 })
  if (purchaseSn === null) return null
  const open = await request(calls.purchase, { purchaseSn, warehouseId })
  if (open.length === 0) toastInfo('该采购单没有待收的商品')
  // Where goods are received blind nobody is told how many are due before they say how many came.
  return open.map(({ supplierId: _supplier, planQty, ...line }) =>
    planQty > 0 ? { ...line, planQty, qty: planQty } : { ...line, qty: null },
  )
}
const SHEET = sheetPicking(calls, stockinSheet)
const MORE = [
  { label: PASTING.label, pick: standing(PASTING.pick) },
  {
    label: SHEET.label,
    async pick(warehouseId: number) {
      const lines = await SHEET.pick(warehouseId)
      return lines?.map((line) => ({ ...line, grade: 'A', rejectQty: 0 })) ?? null
    },
  },
  { label: '按采购单载入', pick: standing(purchased) },
]
/** Which order a line belongs to follows from how it was loaded. */
const Order = ({ value }: InputProps) => <span>{textOf(value)}</span>
const LINE_CELLS = { ...CELLS, purchaseSn: Order }
const GoodsInput = (props: InputProps) => (
  <GoodsLines {...props} pick={CHOOSE} more={MORE} inputs={LINE_CELLS} />
)

const GROUPS = [
  { title: '入库', fields: ['type', 'warehouseId', 'bizDate', 'supplierId', 'deliveryNoteNo'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const INPUTS = {
  type: { Input: TypeInput, help: '采购入库的明细按采购单载入；退货、换入、调拨和盘盈入库由系统生成' },
  bizDate: { help: '最多早于今天7天' },
  lines: { Input: GoodsInput },
}

const SECTIONS = [
  {
    title: '入库',
    fields: [
      'type',
      'warehouseId',
      'bizDate',
      'supplierId',
      'deliveryNoteNo',
      'sourceSn',
      'totalQty',
      'totalAmount',
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  supplierId: (row: { supplierId: number | null }) => row.supplierId !== null,
  deliveryNoteNo: (row: { deliveryNoteNo: string }) => row.deliveryNoteNo !== '',
  sourceSn: (row: { sourceSn: string }) => row.sourceSn !== '',
}

const labels = act<Row>({
  label: '打印批次标签',
  permission: calls.labels,
  run: ({ id }) => goTo(`/wms/stockin/labels?ids=${id}`),
})
const undo = reverseAct<Row>(
  calls.reverse,
  (row) => `冲销后 ${row.stockinSn} 入库的商品全部退出库存，不能恢复。`,
)

/** 入库单. Warehouse §4.5. */
export default documentScreens(stockinDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [labels, undo],
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有入库单。点击新增登记收到的商品',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    initial: () => ({ type: 6, bizDate: today() }),
  },
  page: {
    states: (row) => [row.reversed === 1 ? REVERSED : undefined],
    figures: (row) => [{ label: '总数量', value: row.totalQty }],
  },
  print: {
    title: '入库单',
    head: [
      'stockinSn',
      'type',
      'warehouseId',
      'bizDate',
      'supplierId',
      'deliveryNoteNo',
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
        'productionDate',
        'expiryDate',
        'sectionId',
        'planQty',
        'qty',
        'rejectQty',
      ],
    },
    signs: ['制单', '审核', '仓管', '送货人'],
  },
})

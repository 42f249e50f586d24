import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { today } from '#kit/shared/time.ts'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { GoodsLines, PASTING, pickedSkus, pickPlaces } from '../document/goodsInputs.tsx'
import { sheetPicking } from '../document/lineSheet.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { pickFrozen } from '../freeze/pickFrozen.tsx'
import { stockoutCalls as calls, stockoutDocument, stockoutSheet } from './stockout.document.ts'
import { OUT, STOCKOUT_TYPES, WRITTEN_OUT } from './stockout.entity.ts'

const READS = ['stockoutSn', 'reversed'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  'stockoutSn',
  'type',
  'warehouseId',
  'department',
  'totalQty',
  'totalAmount',
  'auditStatus',
  'makerName',
  'bizDate',
]
const COLUMNS = {
  stockoutSn: { width: 170 },
  type: { width: 90 },
}

const WRITTEN = choice(
  '出库类型',
  STOCKOUT_TYPES.filter(({ value }) => WRITTEN_OUT.some((one) => one === value)),
  { required: true, initial: OUT.other },
)
const TypeInput = (props: InputProps) => <FieldInput {...props} field={WRITTEN} />

/** What leaves: chosen sorts, which go by what expires first, chosen places, or what a freeze holds. */
function LeavingInput(props: InputProps) {
  return <GoodsLines {...props} pick={pickedSkus} more={MORE} />
}
const MORE = [
  PASTING,
  sheetPicking(calls, stockoutSheet),
  { label: '按库位选择', pick: pickPlaces },
  { label: '选择冻结商品', pick: pickFrozen },
]

const of = (values: WireRow): number => Number(values.type ?? OUT.other)
const isTaken = (values: WireRow) => of(values) === OUT.use || of(values) === OUT.sample
const isReturn = (values: WireRow) => of(values) === OUT.supplier

const GROUPS = [
  {
    title: '出库',
    fields: [
      ...[
        'type',
        'warehouseId',
        'bizDate',
        'supplierId',
        'stockinId',
        'department',
        'receiver',
        'costCenter',
      ],
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const INPUTS = {
  type: { Input: TypeInput, help: '销售出库和换出出库由发货生成' },
  bizDate: { help: '最多早于今天7天' },
  supplierId: { required: isReturn },
  stockinId: { required: isReturn },
  department: { required: isTaken },
  receiver: { required: isTaken },
  costCenter: { help: '领用并推送SAP的仓库必填' },
  lines: { Input: LeavingInput, help: '不填库区和批次时，提交后按先到期先出带出' },
}
const hidden = (name: string, values: WireRow): boolean => {
  if (name === 'supplierId' || name === 'stockinId') return !isReturn(values)
  if (name === 'department' || name === 'receiver') return !isTaken(values)
  return name === 'costCenter' && of(values) !== OUT.use
}

const SECTIONS = [
  {
    title: '出库',
    fields: [
      ...[
        'type',
        'warehouseId',
        'bizDate',
        'supplierId',
        'stockinId',
        'department',
        'receiver',
        'costCenter',
      ],
      ...['sourceSn', 'totalQty', 'totalAmount'],
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  supplierId: (row: { supplierId: number | null }) => row.supplierId !== null,
  stockinId: (row: { stockinId: number | null }) => row.stockinId !== null,
  department: (row: { department: string }) => row.department !== '',
  receiver: (row: { receiver: string }) => row.receiver !== '',
  costCenter: (row: { costCenter: string }) => row.costCenter !== '',
  sourceSn: (row: { sourceSn: string }) => row.sourceSn !== '',
}

const undo = reverseAct<Row>(
  calls.reverse,
  (row) => `冲销后 ${row.stockoutSn} 出库的商品全部回到库存，不能恢复。`,
)

/** 出库单. Warehouse §4.6. */
export default documentScreens(stockoutDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [undo],
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有出库单。点击新增登记领用、报废、退货等出库',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    hidden,
    initial: () => ({ type: OUT.other, bizDate: today() }),
  },
  page: {
    states: (row) => [row.reversed === 1 ? REVERSED : undefined],
    figures: (row) => [{ label: '总数量', value: row.totalQty }],
  },
  print: {
    title: '出库单',
    head: ['stockoutSn', 'type', 'warehouseId', 'bizDate', 'department', 'receiver', 'totalQty', 'remark'],
    lines: {
      name: 'lines',
      columns: [
        ...['productName', 'skuCode', 'suk', 'unitName', 'lotNo', 'expiryDate', 'sectionId', 'qty', 'remark'],
      ],
    },
    signs: ['制单', '审核', '仓管', '领货人'],
  },
})

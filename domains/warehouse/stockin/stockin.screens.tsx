import { pickSkus } from '#domains/catalog/catalog.pickers.tsx'
import LinesInput from '#kit/fields/lines/web.tsx'
import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { today } from '#kit/shared/time.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { SectionInput } from '../place/SectionInput.tsx'
import { sectionCalls } from '../place/section.calls.ts'
import { stockinCalls as calls, stockinDocument } from './stockin.document.ts'
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
  'createBy',
  'bizDate',
]
const COLUMNS = {
  stockinSn: { width: 170 },
  type: { width: 90 },
  createBy: { title: '制单人', width: 90 },
}

const WRITTEN = choice(
  '入库类型',
  STOCKIN_TYPES.filter(({ value }) => WRITTEN_TYPES.some((one) => one === value)),
  { required: true, initial: 6 },
)
const TypeInput = (props: InputProps) => <FieldInput {...props} field={WRITTEN} />

const CELLS = { sectionId: SectionInput }
const FREEZE = ['productName']

/** Lines of goods: several are picked at once and stand where the warehouse keeps new ones. */
function GoodsInput(props: InputProps) {
  const { warehouseId } = useFormDraft()
  const add = async (): Promise<readonly WireRow[] | null> => {
    if (Number(warehouseId ?? 0) === 0) {
      toastError('请先选择仓库')
      return null
    }
    const picked = await pickSkus({})
    if (picked === null) return null
    const [first] = await request(sectionCalls.all, { warehouseId: Number(warehouseId), limit: 1 })
    return picked.map(({ skuId, productName, suk, skuCode }) => ({
      skuId,
      productName,
      suk,
      skuCode,
      sectionId: first?.value ?? null,
      qty: null,
      grade: 'A',
      rejectQty: 0,
    }))
  }
  return <LinesInput {...props} onAdd={add} addLabel="选择商品" noCopy inputs={CELLS} freeze={FREEZE} />
}

const GROUPS = [
  { title: '入库', fields: ['type', 'warehouseId', 'bizDate', 'supplierId', 'deliveryNoteNo'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const INPUTS = {
  type: { Input: TypeInput, help: '采购入库在采购启用后由采购单带出；退货、换入、调拨和盘盈入库由系统生成' },
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

const reverseAct: Act<Row> = callAct(calls.reverse, {
  label: '冲销',
  danger: true,
  closed: (row: Row) =>
    row.reversed === 1 ? '已冲销' : row.auditStatus === 1 ? null : '未审核通过，不能冲销',
  reason: '冲销原因',
  prompt: (row: Row) => `冲销后 ${row.stockinSn} 入库的商品全部退出库存，不能恢复。`,
  input: ({ id }: Row, reason: string) => ({ id, reason }),
  success: '已冲销',
  touches: ['/admin/wms'],
})

const REVERSED = { value: 1, label: '已冲销', means: 'off' } as const

/** 入库单. Warehouse §4.5. */
export default documentScreens(stockinDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [reverseAct],
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
        'qty',
        'rejectQty',
      ],
    },
    signs: ['制单', '审核', '仓管', '送货人'],
  },
})

import { today } from '#kit/shared/time.ts'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { request } from '#kit/web/request.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { startOf } from '../document/goodsAddress.ts'
import { GoodsLines, pickPlaces } from '../document/goodsInputs.tsx'
import { sheetPicking } from '../document/lineSheet.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { SectionInput } from '../place/SectionInput.tsx'
import { shiftingCalls as calls, shiftingDocument, shiftingSheet } from './shifting.document.ts'
import { SHIFT } from './shifting.entity.ts'

const READS = ['shiftingSn', 'reversed'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  ...['shiftingSn', 'warehouseId', 'reason', 'totalQty', 'auditStatus', 'makerName', 'bizDate', 'auditTime'],
]
const COLUMNS = { shiftingSn: { width: 170 } }
const CELLS = { sectionId: SectionInput, toSectionId: SectionInput }

/** What pick sections lack. Warehouse §4.8. */
async function proposed(warehouseId: number): Promise<WireRow[] | null> {
  const lines = await request(calls.replenish, { warehouseId })
  if (lines.length > 0) return lines
  toastInfo('没有低于下限的拣货区')
  return null
}
const MORE = [sheetPicking(calls, shiftingSheet), { label: '补货建议', pick: proposed }]

function ShiftInput(props: InputProps) {
  return <GoodsLines {...props} pick={pickPlaces} addLabel="选择库存" more={MORE} inputs={CELLS} />
}

const GROUPS = [
  { title: '移库', fields: ['warehouseId', 'reason', 'bizDate'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const INPUTS = {
  bizDate: { help: '最多早于今天7天' },
  reason: { help: '良转次移入不可售库区，次转良移回可售库区' },
  lines: { Input: ShiftInput },
}
const SECTIONS = [
  { title: '移库', fields: ['warehouseId', 'reason', 'bizDate', 'sourceSn', 'totalQty'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = { sourceSn: (row: { sourceSn: string }) => row.sourceSn !== '' }

const undo = reverseAct<Row>(
  calls.reverse,
  (row) => `冲销后 ${row.shiftingSn} 移动的商品全部回到原库区，不能恢复。`,
)

/** 移库单. Warehouse §4.8. */
export default documentScreens(shiftingDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [undo],
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有移库单。点击新增在库区之间移动商品',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    initial: (address) => ({
      reason: Number(address.get('reason') ?? SHIFT.tidy),
      bizDate: today(),
      ...startOf(address),
    }),
  },
  page: {
    at: ({ id, audit }) => ({ id: Number(id), deciding: audit !== undefined }),
    states: (row) => [row.reversed === 1 ? REVERSED : undefined],
    figures: (row) => [{ label: '总数量', value: row.totalQty }],
  },
  print: {
    title: '移库单',
    head: ['shiftingSn', 'warehouseId', 'reason', 'bizDate', 'totalQty', 'remark'],
    lines: {
      name: 'lines',
      columns: [
        ...[
          'productName',
          'skuCode',
          'suk',
          'unitName',
          'lotNo',
          'sectionId',
          'toSectionId',
          'qty',
          'remark',
        ],
      ],
    },
    signs: ['制单', '审核', '仓管'],
  },
})

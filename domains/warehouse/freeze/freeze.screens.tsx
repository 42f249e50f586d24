import { useParams } from 'react-router'
import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { today } from '#kit/shared/time.ts'
import { act } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { startOf } from '../document/goodsAddress.ts'
import { GoodsLines, pickPlaces } from '../document/goodsInputs.tsx'
import { sheetPicking } from '../document/lineSheet.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { stockCalls } from '../stock/stock.calls.ts'
import { freezeCalls as calls, freezeDocument, freezeSheet } from './freeze.document.ts'
import { FREEZE, FREEZE_REASONS, FREEZE_STATES, WRITTEN_REASONS } from './freeze.entity.ts'

const READS = ['freezeNo', 'type', 'state', 'reversed'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  ...[
    'freezeNo',
    'type',
    'warehouseId',
    'reason',
    'totalQty',
    'unfrozenQty',
    'remainQty',
    'state',
    'auditStatus',
  ],
]
const COLUMNS = { freezeNo: { width: 170 }, totalQty: { title: '冻结数量' } }

const WRITTEN = choice(
  '原因',
  FREEZE_REASONS.filter(({ value }) => WRITTEN_REASONS.some((one) => one === value)),
  { required: true, initial: 1 },
)
const ReasonInput = (props: InputProps) => <FieldInput {...props} field={WRITTEN} />
const MORE = [sheetPicking(calls, freezeSheet)]
const PlacesInput = (props: InputProps) => (
  <GoodsLines {...props} pick={pickPlaces} addLabel="选择库存" more={MORE} />
)

const GROUPS = [
  { title: '冻结', fields: ['warehouseId', 'reason', 'bizDate', 'planUnfreezeDate'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const INPUTS = {
  reason: { Input: ReasonInput, help: '缺货待查、低于允发比例和过期由系统冻结' },
  bizDate: { help: '最多早于今天7天' },
  lines: { Input: PlacesInput },
}
const SECTIONS = [
  {
    title: '单据',
    fields: [
      ...[
        'type',
        'warehouseId',
        'reason',
        'bizDate',
        'planUnfreezeDate',
        'sourceFreezeId',
        'state',
        'totalQty',
      ],
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '冻结余量', fields: ['remains'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  planUnfreezeDate: (row: { planUnfreezeDate: string | null }) => row.planUnfreezeDate !== null,
  sourceFreezeId: (row: { sourceFreezeId: number | null }) => row.sourceFreezeId !== null,
  state: (row: { type: number }) => row.type === FREEZE,
  remains: (row: { remains: readonly unknown[] }) => row.remains.length > 0,
}

const ACTS = [
  act({
    label: '解冻',
    permission: calls.unfreeze,
    when: (row: Row) => row.type === FREEZE,
    closed: (row: Row) =>
      row.auditStatus !== 1 ? '审核通过后才能解冻' : row.state === 1 || row.state === 2 ? null : '已全部解冻',
    run: (row: Row) => goTo(`/wms/unFreeze/${row.id}`),
  }),
  act({
    label: '流水',
    permission: stockCalls.recordList,
    closed: (row: Row) => (row.auditStatus === 1 ? null : '审核通过后才有流水'),
    run: (row: Row) => goTo(`/wms/recordLog/0/0/${row.freezeNo}`),
  }),
  reverseAct<Row>(
    calls.reverse,
    (row) => `冲销后 ${row.freezeNo} ${row.type === FREEZE ? '冻结' : '解冻'}的数量全部恢复原状，不能恢复。`,
  ),
]

/** A new freeze begins with the goods that its address names. */
const initial = (address: URLSearchParams): WireRow => ({ bizDate: today(), ...startOf(address) })

const screens = documentScreens(freezeDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: ACTS,
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有冻结单。点击新增冻结不能出库的库存',
  },
  form: { groups: GROUPS, inputs: INPUTS, initial },
  page: {
    states: (row) => [
      row.reversed === 1 ? REVERSED : undefined,
      row.type === FREEZE && row.state !== 0
        ? FREEZE_STATES.find((one) => one.value === row.state)
        : undefined,
    ],
    figures: (row) => [
      { label: row.type === FREEZE ? '冻结数量' : '解冻数量', value: row.totalQty },
      row.type === FREEZE ? { label: '剩余', value: row.remainQty } : undefined,
    ],
  },
  print: {
    title: '冻结单',
    head: ['freezeNo', 'type', 'warehouseId', 'reason', 'bizDate', 'planUnfreezeDate', 'totalQty', 'remark'],
    lines: {
      name: 'lines',
      columns: [
        ...['productName', 'skuCode', 'suk', 'unitName', 'lotNo', 'expiryDate', 'sectionId', 'qty', 'remark'],
      ],
    },
    signs: ['制单', '审核', '仓管'],
  },
})

/** Deciding one; without an id the documents that wait. Warehouse §4.11. */
function Examine() {
  const { id } = useParams()
  return id === undefined ? <screens.List /> : <screens.Page />
}

/** 冻结单 and 解冻单. Warehouse §4.11. */
export default { ...screens, Examine }

import { flag } from '#kit/fields/shared.ts'
import { today } from '#kit/shared/time.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { type InputProps, NONE, type WireRow } from '#kit/web/fieldUi.ts'
import { cellOf, fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { GoodsLines, PASTING, pickedSkus, pickPlaces } from '../document/goodsInputs.tsx'
import { sheetPicking } from '../document/lineSheet.tsx'
import { REVERSED, reverseAct } from '../document/reversing.tsx'
import { SectionOfOut } from './sections.tsx'
import { transferCalls as calls, transferDocument, transferSheet } from './transfer.document.ts'
import { BLIND, CARRY, STATUS, TRANSFER_STATES, transferLine } from './transfer.entity.ts'
import { diffAct, receiveAct, shipAct } from './transferActs.tsx'
import { wayDays } from './wayDays.tsx'

const READS = ['transferSn', 'status', 'inWarehouseId', 'reversed', 'blind'] as const
type Row = RowSeen<typeof calls.list, typeof READS | readonly ['auditStatus']>

const SHOW = [
  ...['transferSn', 'outWarehouseId', 'inWarehouseId', 'totalQty', 'openQty', 'status', 'auditStatus'],
  ...['planInDate', 'wayDays'],
]
const cell = cellOf<WireRow>()
const COLUMNS = {
  transferSn: { width: 170 },
  openQty: { title: '在途' },
  wayDays: { width: 80, ...cell(['wayDays', 'late'], wayDays) },
}
const FILTERS = [fieldFilter('overdue', flag('超期在途'))]

const CELLS = { sectionId: SectionOfOut }
const MORE = [PASTING, sheetPicking(calls, transferSheet), { label: '按库位选择', pick: pickPlaces }]
/** What is typed of a line: what became of it follows later. */
const {
  shippedQty: _s,
  receivedQty: _r,
  lostQty: _l,
  returnedQty: _b,
  openQty: _o,
  inSectionId: _i,
  diffReason: _d,
  ...TYPED
} = transferLine
const LinesOut = ({ field, ...props }: InputProps) => (
  <GoodsLines
    {...props}
    field={{ ...field, shape: TYPED }}
    pick={pickedSkus}
    more={MORE}
    from="outWarehouseId"
    inputs={CELLS}
  />
)

const GROUPS = [
  {
    title: '调拨',
    fields: ['transferType', 'outWarehouseId', 'inWarehouseId', 'bizDate', 'planOutDate', 'planInDate'],
  },
  {
    title: '运输',
    fields: ['carryMode', 'truckCarId', 'driverId', 'logisticsProviderId', 'waybillNo'],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files'] },
]
const carry = (values: WireRow): number => Number(values.carryMode ?? CARRY.own)
const isCarried = (values: WireRow) => carry(values) === CARRY.carrier
const INPUTS = {
  bizDate: { help: '最多早于今天7天' },
  logisticsProviderId: { required: isCarried },
  lines: { Input: LinesOut, help: '不填库区和批次时，提交后按先到期先出带出' },
}
const hidden = (name: string, values: WireRow): boolean => {
  if (name === 'truckCarId' || name === 'driverId') return carry(values) !== CARRY.own
  return (name === 'logisticsProviderId' || name === 'waybillNo') && !isCarried(values)
}

const SECTIONS = [
  {
    title: '调拨',
    fields: [
      ...['transferType', 'outWarehouseId', 'inWarehouseId', 'bizDate', 'planOutDate', 'planInDate'],
      ...['carryMode', 'truckCarId', 'driverId', 'logisticsProviderId', 'waybillNo', 'shipTime'],
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  planInDate: (row: { planInDate: string | null }) => row.planInDate !== null,
  truckCarId: (row: { truckCarId: number | null }) => row.truckCarId !== null,
  driverId: (row: { driverId: number | null }) => row.driverId !== null,
  logisticsProviderId: (row: { logisticsProviderId: number | null }) => row.logisticsProviderId !== null,
  waybillNo: (row: { waybillNo: string }) => row.waybillNo !== '',
  shipTime: (row: { shipTime: number | null }) => row.shipTime !== null,
}

const ACTS: readonly Act<Row>[] = [
  shipAct<Row>(),
  receiveAct<Row>(),
  diffAct<Row>(),
  {
    ...reverseAct<Row>(calls.reverse, (row) => `冲销后 ${row.transferSn} 的商品全部回到调出仓，不能恢复。`),
    closed: (row: Row) =>
      row.reversed === 1
        ? '已冲销'
        : row.auditStatus !== 1
          ? '未审核通过，不能冲销'
          : row.status === STATUS.waits
            ? '尚未出库，请取消'
            : row.status === STATUS.cancelled
              ? '已取消'
              : null,
  },
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: (row: Row) => (row.status === STATUS.waits ? null : '只有待出库的调拨单可以取消'),
    reason: '取消原因',
    prompt: (row: Row) => `取消后 ${row.transferSn} 占用的库存全部释放。`,
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已取消',
    touches: ['/admin/wms'],
  }),
]

/** A figure that is told only after the first receipt where goods are received blind. */
const figure = ({ blind }: { blind: number }, value: number) =>
  blind === 1 ? { value: NONE, hint: '盲收：首次收货后显示' } : { value }

/** 调拨单. Warehouse §4.7. */
export default documentScreens(transferDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: ACTS,
  noEdit: (row) => (row.blind === 1 ? BLIND.edit : null),
  noSubmit: (row) => (row.blind === 1 ? BLIND.submit : null),
  touches: ['/admin/wms'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    filters: FILTERS,
    empty: '还没有调拨单。点击新增在仓库之间调拨商品',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    hidden,
    initial: () => ({ transferType: 1, carryMode: CARRY.own, bizDate: today(), planOutDate: today() }),
  },
  page: {
    states: (row) => [
      row.reversed === 1
        ? REVERSED
        : row.auditStatus === 1
          ? TRANSFER_STATES.find((one) => one.value === row.status)
          : undefined,
    ],
    figures: (row) => [
      { label: '总数量', ...figure(row, row.totalQty) },
      { label: '在途', ...figure(row, row.openQty) },
      { label: '已收', value: row.receivedQty },
    ],
  },
  print: {
    title: '调拨单',
    head: ['transferSn', 'outWarehouseId', 'inWarehouseId', 'bizDate', 'planInDate', 'totalQty', 'remark'],
    lines: {
      name: 'lines',
      columns: [
        ...[
          'productName',
          'skuCode',
          'suk',
          'unitName',
          'lotNo',
          'expiryDate',
          'sectionId',
          'qty',
          'shippedQty',
        ],
        ...['receivedQty', 'diffReason'],
      ],
    },
    signs: ['制单', '审核', '发货人', '收货人'],
  },
})

import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { stockinCalls } from '../stockin/stockin.document.ts'
import { appointmentRegister, gateTable } from './appointmentRegister.entity.ts'
import { calling, gateCalls as calls } from './gate.calls.ts'

/** What the acts look at. */
export const GATE_READS = ['registerSn', 'queueNo', 'plateNo', 'status', 'dockNo', 'stockinId'] as const

interface Row {
  readonly id: number
  readonly registerSn: string
  readonly queueNo: number | null
  readonly plateNo: string
  readonly status: number
  readonly dockNo: number | null
  readonly stockinId: number | null
}

const TOUCHES = ['/admin/wts', '/admin/wms']
const END = { exception: appointmentRegister.shape.exception }
const closed = (name: 'call' | 'start' | 'end' | 'leave') => (row: Row) =>
  closedBy(gateTable, name, row.status)

/** What is done with a vehicle at the gate. Warehouse §5.10. */
export const GATE_ACTS: readonly Act<Row>[] = [
  act({
    label: '叫号',
    permission: calls.call,
    primary: true,
    closed: closed('call'),
    run: (row: Row) =>
      openForm({
        of: appointmentRegister,
        calls: { save: calls.call },
        id: null,
        title: `叫号 ${row.queueNo ?? ''} ${row.plateNo}`,
        width: 420,
        shape: calling,
        initial: { dockNo: row.dockNo },
        complete: (input) => ({ ...input, id: row.id }),
        success: '已叫号',
        touches: TOUCHES,
      }),
  }),
  callAct(calls.start, {
    label: '开始卸货',
    closed: closed('start'),
    input: ({ id }: Row) => ({ id }),
    success: '已开始卸货，入库单草稿已生成',
    touches: TOUCHES,
  }),
  act({
    label: '结束卸货',
    permission: calls.end,
    closed: closed('end'),
    run: (row: Row) =>
      openForm({
        of: appointmentRegister,
        calls: { save: calls.end },
        id: null,
        title: `结束卸货 ${row.plateNo}`,
        width: 420,
        shape: END,
        initial: { exception: 0 },
        complete: (input) => ({ ...input, id: row.id }),
        success: '卸货已结束',
        touches: TOUCHES,
      }),
  }),
  callAct(calls.leave, {
    label: '离场',
    closed: closed('leave'),
    input: ({ id }: Row) => ({ id }),
    success: '已离场',
    touches: TOUCHES,
  }),
  act({
    label: '入库单',
    permission: stockinCalls.info,
    closed: (row: Row) => (row.stockinId === null ? '开始卸货后才有入库单' : null),
    run: (row: Row) => goTo(`/wms/infoStockin/${row.stockinId}`),
  }),
  act({
    label: '打印',
    permission: calls.info,
    run: (row: Row) => goTo(`/wts/appointmentRegister/print/${row.id}`),
  }),
]

import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { appointCalls as calls } from './appoint.calls.ts'
import { gateCalls } from './gate.calls.ts'
import { appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'
import { SlotInput } from './SlotInput.tsx'

/** What the acts look at. */
export const APPOINT_READS = [
  'appointSn',
  'status',
  'warehouseId',
  'arriveDate',
  'slotStart',
  'dockNo',
  'plateNo',
  'driverName',
  'driverPhone',
] as const

interface Row {
  readonly id: number
  readonly appointSn: string
  readonly status: number
  readonly warehouseId: number
  readonly arriveDate: string
  readonly slotStart: string
  readonly dockNo: number | null
  readonly plateNo: string
  readonly driverName: string
  readonly driverPhone: string
}

export const APPOINT_TOUCHES = ['/admin/wts']
const { warehouseId, arriveDate, slotStart, dockNo } = purchaseAppointment.shape
const WHEN = { warehouseId, arriveDate, slotStart, dockNo }
const INPUTS = {
  warehouseId: { disabled: true },
  slotStart: { Input: SlotInput },
  arriveDate: { help: '最早为明天' },
}
const derive = (name: string) => (name === 'arriveDate' ? { slotStart: '', dockNo: null } : undefined)

/** What is done with an appointment. Warehouse §5.10. */
export const APPOINT_ACTS: readonly Act<Row>[] = [
  callAct(calls.confirm, {
    label: '确认',
    primary: true,
    closed: (row: Row) => closedBy(appointTable, 'confirm', row.status),
    input: ({ id }: Row) => ({ id }),
    success: '已确认',
    touches: APPOINT_TOUCHES,
  }),
  act({
    label: '改期',
    permission: calls.reschedule,
    closed: (row: Row) => closedBy(appointTable, 'reschedule', row.status),
    run: (row: Row) =>
      openForm({
        of: purchaseAppointment,
        calls: { save: calls.reschedule },
        id: null,
        title: `改期 ${row.appointSn}`,
        width: 480,
        shape: WHEN,
        inputs: INPUTS,
        derive,
        initial: {
          warehouseId: row.warehouseId,
          arriveDate: row.arriveDate,
          slotStart: row.slotStart,
          dockNo: row.dockNo,
        },
        complete: ({ warehouseId: _known, ...input }) => ({ ...input, id: row.id }),
        success: '已改期',
        touches: APPOINT_TOUCHES,
      }),
  }),
  act({
    label: '登记到货',
    permission: gateCalls.save,
    closed: (row: Row) => closedBy(appointTable, 'arrive', row.status),
    run: ({ id, warehouseId, dockNo, plateNo, driverName, driverPhone }: Row) => {
      const said = { appointId: id, warehouseId, dockNo, plateNo, driverName, driverPhone }
      const query = Object.entries(said).flatMap(([name, value]) =>
        value === null || value === '' ? [] : [[name, String(value)]],
      )
      goTo(`/wts/appointmentRegister/add?${new URLSearchParams(query)}`)
    },
  }),
  act({
    label: '打印',
    permission: calls.info,
    run: (row: Row) => goTo(`/wts/purchaseAppointment/print/${row.id}`),
  }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: (row: Row) => closedBy(appointTable, 'cancel', row.status),
    reason: '取消原因',
    prompt: (row: Row) => `取消 ${row.appointSn}？时段随之空出。距预约时段不足2小时的不能取消。`,
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已取消',
    touches: APPOINT_TOUCHES,
  }),
]

import { decimal, money } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { change } from '#kit/web/useCall.ts'
import { tripCalls as calls } from './trip.calls.ts'
import { openTrip } from './tripForm.ts'
import { TRIP, vehicleAssignment } from './vehicleAssignment.entity.ts'

/** What the acts look at. */
export const TRIP_READS = ['assignSn', 'status', 'warehouseId', 'mileageStart', 'stopCount'] as const

interface Trip {
  readonly id: number
  readonly assignSn: string
  readonly status: number
  readonly warehouseId: number
  readonly mileageStart: number | null
  readonly stopCount: number
}

export const TRIP_TOUCHES = ['/admin/wts', '/admin/truck', '/admin/wms']
const isOpen = ({ status }: Trip): boolean => status === TRIP.waits || status === TRIP.loading
const openOnly = (trip: Trip): string | null => (isOpen(trip) ? null : '已发车或已取消')

type Waiting = OutWireOf<typeof calls.waiting>['list'][number]
const WAITING: PickerFacts<Waiting> = {
  title: '选择配送单',
  width: 960,
  call: calls.waiting,
  columns: ['deliverySn', 'customer', 'address', 'timeWindow', 'boxCount', 'totalWeight'],
  searched: '配送单号、子订单号',
  empty: '请选择配送单',
  made: { title: '配送单', page: '/wts/deliveryOrder' },
  label: (row) => `${row.deliverySn} ${row.customer}`,
}

const addAct: Act<Trip> = act({
  label: '选择配送单',
  permission: calls.addDelivery,
  primary: true,
  closed: openOnly,
  async run({ id, warehouseId }) {
    const picked = await openPicker(WAITING, { multiple: true, filter: { warehouseId } })
    if (picked === null || picked.length === 0) return
    const deliveryIds = picked.map((one) => one.id).join(',')
    await change(calls.addDelivery, { id, deliveryIds }, { success: '已加入', touches: TRIP_TOUCHES })
  },
})

const departAct: Act<Trip> = act({
  label: '发车',
  permission: calls.depart,
  closed: ({ status }) =>
    status === TRIP.loading ? null : status === TRIP.waits ? '装车后才能发车' : '已发车或已取消',
  run: ({ id, assignSn }) =>
    openForm({
      of: vehicleAssignment,
      calls: { save: calls.depart },
      id: null,
      title: `发车 ${assignSn}`,
      width: 420,
      shape: { mileageStart: decimal('出车里程(km)', { decimals: 1, min: 0, required: true }) },
      inputs: { mileageStart: { help: '发车后全部配送单一起出库，不能撤回' } },
      complete: (input) => ({ ...input, id }),
      success: '已发车',
      touches: TRIP_TOUCHES,
    }),
})

const backAct: Act<Trip> = act({
  label: '回车',
  permission: calls.back,
  closed: ({ status }) => (status === TRIP.onWay ? null : status === TRIP.back ? '已回车' : '发车后才能回车'),
  run: ({ id, assignSn, mileageStart }) =>
    openForm({
      of: vehicleAssignment,
      calls: { save: calls.back },
      id: null,
      title: `回车 ${assignSn}`,
      width: 480,
      shape: {
        mileageEnd: decimal('回车里程(km)', { decimals: 1, min: 0, required: true }),
        tollFee: money('路桥费', { initial: 0 }),
        fuelFee: money('油费', { initial: 0 }),
        otherFee: money('其他费用', { initial: 0 }),
      },
      inputs: { mileageEnd: { help: `出车里程 ${mileageStart ?? ''}` } },
      complete: (input) => ({ ...input, id }),
      success: '已回车',
      touches: TRIP_TOUCHES,
    }),
})

/** What is done with a trip. Warehouse §5.5. */
export const TRIP_ACTS: readonly Act<Trip>[] = [
  addAct,
  callAct(calls.startLoad, {
    label: '开始装车',
    closed: ({ status, stopCount }: Trip) =>
      status !== TRIP.waits ? '已开始装车' : stopCount === 0 ? '请先选择配送单' : null,
    input: ({ id }: Trip) => ({ id }),
    success: '已开始装车',
    touches: TRIP_TOUCHES,
  }),
  departAct,
  backAct,
  act({ label: '编辑', permission: calls.update, closed: openOnly, run: ({ id }: Trip) => openTrip(id) }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }: Trip) => goTo(`/wts/vehicleAssignment/print/${id}`),
  }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: openOnly,
    prompt: ({ assignSn }: Trip) => `取消 ${assignSn}？车上的配送单卸下，回到待安排。`,
    input: ({ id }: Trip) => ({ id }),
    success: '已取消',
    touches: TRIP_TOUCHES,
  }),
]

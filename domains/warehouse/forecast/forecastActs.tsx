import { closedBy } from '#kit/shared/states.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { purchaseAppointment } from '../appoint/purchaseAppointment.entity.ts'
import { SlotInput } from '../appoint/SlotInput.tsx'
import { arriving, forecastCalls as calls, computing } from './forecast.calls.ts'
import { forecastTable, singleItemForecast } from './forecast.entity.ts'

/** What the acts look at. */
export const FORECAST_READS = ['forecastSn', 'status', 'warehouseId', 'supplierId', 'appointId'] as const

interface Row {
  readonly id: number
  readonly forecastSn: string
  readonly status: number
  readonly warehouseId: number
  readonly supplierId: number | null
  readonly appointId: number | null
}

const TOUCHES = ['/admin/wts']
/** Days that a forecast looks ahead unless told otherwise. Warehouse §5.10. */
export const AHEAD = 14
export const nextPeriod = () => ({ periodStart: movedDay(today(), 1), periodEnd: movedDay(today(), AHEAD) })

const WHEN = { warehouseId: purchaseAppointment.shape.warehouseId, ...arriving }
const INPUTS = {
  warehouseId: { disabled: true },
  slotStart: { Input: SlotInput },
  arriveDate: { help: '最早为明天' },
}
const derive = (name: string) => (name === 'arriveDate' ? { slotStart: '', dockNo: null } : undefined)

/** Asks when what these plan comes, and books the dock. */
export const openToAppointment = (rows: readonly Row[]) =>
  openForm({
    of: purchaseAppointment,
    calls: { save: calls.toAppointment },
    id: null,
    title: rows.length === 1 ? `转预约 ${rows[0]?.forecastSn ?? ''}` : `转预约（${rows.length}张预测）`,
    width: 480,
    shape: WHEN,
    inputs: INPUTS,
    derive,
    initial: { warehouseId: rows[0]?.warehouseId ?? null, arriveDate: movedDay(today(), 1) },
    complete: ({ warehouseId: _known, ...input }) => ({ ...input, ids: rows.map((one) => one.id).join(',') }),
    success: '已转预约',
    touches: TOUCHES,
  })

const resultText = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null) return '已计算'
  const of = (name: string): number => Number(Reflect.get(answer, name) ?? 0)
  return of('made') + of('changed') === 0
    ? '没有需要补货的商品'
    : `已计算：新增${of('made')}张，更新${of('changed')}张草稿`
}

/** Computes what should come. */
export const COMPUTE = act({
  label: '计算建议',
  permission: calls.compute,
  run: () =>
    openForm({
      of: singleItemForecast,
      calls: { save: calls.compute },
      id: null,
      title: '计算单品预测',
      width: 640,
      shape: computing,
      initial: nextPeriod(),
      said: () => true,
      told: (answer) => toastSuccess(resultText(answer)),
      touches: TOUCHES,
    }),
})

/** What is done with a forecast. Warehouse §5.10. */
export const FORECAST_ACTS: readonly Act<Row>[] = [
  callAct(calls.effect, {
    label: '生效',
    primary: true,
    closed: (row: Row) => closedBy(forecastTable, 'effect', row.status),
    input: ({ id }: Row) => ({ id }),
    success: '已生效',
    touches: TOUCHES,
  }),
  act({
    label: '转预约',
    permission: calls.toAppointment,
    closed: (row: Row) =>
      closedBy(forecastTable, 'toAppointment', row.status) ??
      (row.supplierId === null ? '请先选择供应商' : null),
    run: (row: Row) => openToAppointment([row]),
  }),
  act({
    label: '预约单',
    permission: 'admin:wts:purchaseAppointment:info',
    closed: (row: Row) => (row.appointId === null ? '转预约后才有预约单' : null),
    run: (row: Row) => goTo(`/wts/purchaseAppointment/info/${row.appointId}`),
  }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: (row: Row) => closedBy(forecastTable, 'cancel', row.status),
    prompt: (row: Row) => `取消 ${row.forecastSn}？取消后不能恢复。`,
    input: ({ id }: Row) => ({ id }),
    success: '已取消',
    touches: TOUCHES,
  }),
]

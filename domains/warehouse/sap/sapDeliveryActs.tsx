import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { openRaw } from './openRaw.tsx'
import { sapDeliveryCalls as calls } from './sapDeliveryOrder.calls.ts'
import { SAP_DELIVERY, SAP_RETURN, sapDeliveryTable } from './sapDeliveryOrder.entity.ts'
import { BY_HAND, BY_INTERFACE } from './sapSource.ts'

/** What the acts look at. */
export const SAP_DELIVERY_READS = [
  ...(['sapDeliveryNo', 'status', 'source', 'deliveryType', 'salesOrderNo', 'taskId', 'taskSn'] as const),
] as const

interface Row {
  readonly id: number
  readonly sapDeliveryNo: string
  readonly status: number
  readonly source: number
  readonly deliveryType: string
  readonly salesOrderNo: string
  readonly taskId: number | null
  readonly taskSn: string
}

const TOUCHES = ['/admin/wts', '/admin/wms']

/** Why a delivery stays as it came; null when a person may change it. */
export const fixedDelivery = (row: Row, action: 'edit' | 'remove'): string | null =>
  row.source === BY_INTERFACE
    ? `接口接收的数据不能${sapDeliveryTable.actions[action].label}`
    : closedBy(sapDeliveryTable, action, row.status)

/** What is done with what SAP wants delivered. Warehouse §5.1. */
export const SAP_DELIVERY_ACTS: readonly Act<Row>[] = [
  callAct(calls.match, {
    label: '匹配',
    closed: (row: Row) =>
      closedBy(sapDeliveryTable, 'match', row.status) ??
      (row.salesOrderNo === '' ? '没有销售订单，不能匹配' : null),
    input: ({ id }: Row) => ({ id }),
    success: '已匹配发货单',
    touches: TOUCHES,
  }),
  callAct(calls.toTask, {
    label: '转出库任务',
    closed: (row: Row) =>
      closedBy(sapDeliveryTable, 'toTask', row.status) ??
      (row.deliveryType === SAP_RETURN ? '退货交货单不能转出库任务' : null),
    prompt: (row: Row) => `为 ${row.sapDeliveryNo} 占用库存并生成出库任务？`,
    input: ({ id }: Row) => ({ id }),
    success: '已转出库任务，可在拣货单中拣货',
    touches: TOUCHES,
  }),
  callAct(calls.postBack, {
    label: '发货过账回传',
    closed: (row: Row) => closedBy(sapDeliveryTable, 'postBack', row.status),
    prompt: (row: Row) => `把 ${row.sapDeliveryNo} 的实发数量和批次回传SAP？`,
    input: ({ id }: Row) => ({ id }),
    success: '已排入SAP队列',
    touches: TOUCHES,
  }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: (row: Row) => closedBy(sapDeliveryTable, 'cancel', row.status),
    reason: '取消原因',
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已取消',
    touches: TOUCHES,
  }),
  act({
    label: '出库任务',
    permission: 'admin:wts:pickList:task:info',
    when: (row: Row) => row.taskId !== null && row.status !== SAP_DELIVERY.cancelled,
    run: ({ taskId }: Row) => goTo(`/wts/pickList/task/${taskId}`),
  }),
]

/** Of the page: what was typed or imported can be changed; what was sent. */
export const SAP_DELIVERY_PAGE_ACTS: readonly Act<Row>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    closed: (row: Row) => fixedDelivery(row, 'edit'),
    run: ({ id }: Row) => goTo(`/wts/sapDeliveryOrder/add/${id}`),
  }),
  act({
    label: '原始报文',
    permission: calls.raw,
    closed: (row: Row) => (row.source === BY_HAND ? '手工录入，没有原始报文' : null),
    run: ({ id }: Row) => void openRaw(calls.raw, id),
  }),
]

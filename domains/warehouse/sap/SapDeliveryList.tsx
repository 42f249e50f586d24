import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { fixedDelivery, SAP_DELIVERY_ACTS, SAP_DELIVERY_READS } from './sapDeliveryActs.tsx'
import { sapDeliveryCalls as calls } from './sapDeliveryOrder.calls.ts'
import { SAP_DELIVERY_STATES, sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

type Row = RowSeen<typeof calls.list, typeof SAP_DELIVERY_READS>
const SHOW = [
  ...['sapDeliveryNo', 'deliveryType', 'shoudaNum', 'shipToCode', 'planGiDate', 'totalQty', 'status'],
  ...['orderSubSn', 'shippedQty'],
]
const TABS = { name: 'status', items: SAP_DELIVERY_STATES, counts: calls.counts }
const AT = '/wts/sapDeliveryOrder'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}

/** SAP交货单: what SAP wants delivered, and how far it is. Warehouse §5.1. */
export default function SapDeliveryList() {
  return (
    <ListPage
      of={sapDeliveryOrder}
      calls={calls}
      reads={SAP_DELIVERY_READS}
      show={SHOW}
      tabs={TABS}
      pages={PAGES}
      actions={SAP_DELIVERY_ACTS}
      importing
      noEdit={(row: Row) => fixedDelivery(row, 'edit')}
      noDelete={(row: Row) => fixedDelivery(row, 'remove')}
      dated="计划发货日"
      empty="还没有SAP交货单。SAP由接口推送，也可以导入或手工录入"
    />
  )
}

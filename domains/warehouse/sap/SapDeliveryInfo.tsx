import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { SAP_DELIVERY_ACTS, SAP_DELIVERY_PAGE_ACTS } from './sapDeliveryActs.tsx'
import { sapDeliveryCalls as calls } from './sapDeliveryOrder.calls.ts'
import { SAP_DELIVERY, SAP_DELIVERY_STATES, sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

type Row = OutWireOf<typeof calls.info>
const SECTIONS = [
  {
    title: '交货单',
    fields: [
      ...[
        'deliveryType',
        'custType',
        'shoudaNum',
        'shipToCode',
        'planGiDate',
        'sapPlant',
        'sapStorageLocation',
      ],
      ...['warehouseId', 'route', 'salesOrderNo', 'poNo', 'taskSn', 'orderSubSn', 'giTime', 'cancelReason'],
      ...['sapSync', 'sapDescription', 'source', 'receiveTime', 'batchNo', 'remark'],
    ],
  },
  { title: '明细', fields: ['lines'] },
]
const MAY_BE_BLANK = [
  ...(['custType', 'route', 'salesOrderNo', 'poNo', 'taskSn', 'orderSubSn', 'cancelReason'] as const),
  ...(['sapDescription', 'batchNo', 'remark'] as const),
]
const IF_ANY = Object.fromEntries([
  ...MAY_BE_BLANK.map((name) => [name, (row: Row) => row[name] !== ''] as const),
  ['giTime', (row: Row) => row.giTime !== null] as const,
  ['sapSync', (row: Row) => row.status === SAP_DELIVERY.toldBack] as const,
])

/** SAP交货单详情: what was asked for beside what left. Warehouse §5.1. */
export default function SapDeliveryInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在SAP交货单中选择要查看的交货单" />
  return (
    <InfoPage
      of={sapDeliveryOrder}
      call={calls.info}
      id={id}
      title={(row) => `SAP交货单 ${row.sapDeliveryNo}`}
      name={(row) => row.sapDeliveryNo}
      states={(row) => [SAP_DELIVERY_STATES.find((one) => one.value === row.status)]}
      notice={(row) =>
        row.warehouseId === null
          ? `工厂 ${row.sapPlant}/${row.sapStorageLocation} 未映射到仓库，请在仓库资料中维护SAP工厂和库存地点`
          : null
      }
      actions={[...SAP_DELIVERY_ACTS, ...SAP_DELIVERY_PAGE_ACTS]}
      back="/wts/sapDeliveryOrder"
      figures={(row) => [
        { label: '总数量', value: row.totalQty },
        { label: '已发数量', value: row.shippedQty },
        { label: '总重量', value: row.totalWeight },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
    />
  )
}

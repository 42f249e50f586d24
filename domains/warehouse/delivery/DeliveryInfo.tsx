import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { deliveryCalls as calls, deliveryLineRows } from './delivery.calls.ts'
import { DELIVERY_ACTS } from './deliveryActs.tsx'
import { DELIVERY_STATES, wtsDelivery } from './wtsDelivery.entity.ts'

type Line = OutWireOf<typeof calls.lines>['list'][number]
const SHOWN = [
  'storeName',
  'skuCode',
  'suk',
  'lotNo',
  'qty',
  'signedQty',
  'rejectQty',
  'rejectReason',
] as const
const COLUMNS = fieldColumns<Line>(deliveryLineRows, SHOWN)
const SECTIONS = [
  {
    title: '配送',
    fields: [
      ...[
        'taskSn',
        'deliveryNo',
        'orderSubSn',
        'warehouseId',
        'logisticsMode',
        'carrySn',
        'routeName',
        'stopSeq',
      ],
      ...[
        'planDate',
        'timeWindow',
        'totalWeight',
        'totalVolume',
        'goodsAmount',
        'collectAmount',
        'payStatus',
      ],
    ],
  },
  { title: '收货', fields: ['customer', 'contact', 'phone', 'address', 'cityId'] },
  {
    title: '签收',
    fields: ['issueTime', 'signTime', 'signer', 'signPhotos', 'signLocation', 'receiptBack', 'printCount'],
  },
]
const IF_ANY = {
  carrySn: (row: { carrySn: string }) => row.carrySn !== '',
  routeName: (row: { routeName: string }) => row.routeName !== '',
  stopSeq: (row: { stopSeq: number | null }) => row.stopSeq !== null,
  timeWindow: (row: { timeWindow: string }) => row.timeWindow !== '',
  cityId: (row: { cityId: number | null }) => row.cityId !== null,
  issueTime: (row: { issueTime: number | null }) => row.issueTime !== null,
  signTime: (row: { signTime: number | null }) => row.signTime !== null,
  signer: (row: { signer: string }) => row.signer !== '',
  signPhotos: (row: { signPhotos: readonly string[] }) => row.signPhotos.length > 0,
  signLocation: (row: { signLocation: string }) => row.signLocation !== '',
}

/** 配送单详情: what travels, to whom, and what became of it. Warehouse §5.4. */
export default function DeliveryInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在配送单列表中选择要查看的配送单" />
  return (
    <InfoPage
      of={wtsDelivery}
      call={calls.info}
      id={id}
      title={(row) => `配送单 ${row.deliverySn}`}
      name={(row) => row.customer}
      number={(row) => row.deliverySn}
      states={(row) => [DELIVERY_STATES.find((one) => one.value === row.status)]}
      notice={(row) => (row.interceptFlag === 1 ? '已拦截：请先卸下，由仓库取消拣货。' : null)}
      actions={DELIVERY_ACTS}
      back="/wts/deliveryOrder"
      figures={(row) => [
        { label: '数量', value: row.totalQty },
        { label: '箱数', value: row.boxCount },
        { label: '已装箱', value: row.loadedCount },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() => [
        {
          key: 'lines',
          label: '明细',
          content: (
            <CallTable
              call={calls.lines}
              input={(paging) => ({ ...paging, deliveryId: id })}
              columns={COLUMNS}
              empty="没有明细"
            />
          ),
        },
      ]}
    />
  )
}

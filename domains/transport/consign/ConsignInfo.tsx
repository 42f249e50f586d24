import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { stopRow } from '../trip/trip.calls.ts'
import { consignCalls as calls } from './consign.calls.ts'
import { CONSIGN_ACTS } from './consignActs.tsx'
import { CONSIGN_STATES, consignmentNote } from './consignmentNote.entity.ts'

type Row = OutWireOf<typeof calls.deliveries>['list'][number]
const SHOWN = ['deliverySn', 'customer', 'address', 'boxCount', 'totalWeight'] as const
const COLUMNS = fieldColumns<Row>(stopRow, SHOWN)
const SECTIONS = [
  {
    title: '托运',
    fields: [
      ...[
        'warehouseId',
        'logisticsProviderId',
        'waybillNo',
        'toCityId',
        'goodsName',
        'payMethod',
        'planPickTime',
      ],
      ...['planArriveDate', 'dispatchTime', 'actualArriveTime', 'receiptNeed', 'remark'],
    ],
  },
  { title: '收货', fields: ['consignee', 'consigneePhone', 'consigneeAddress'] },
  {
    title: '运费',
    fields: [
      ...['weight', 'volume', 'volumeFactor', 'chargeWeight', 'baseFreight', 'deliveryFee', 'declaredValue'],
      ...['insuranceRate', 'insuranceFee', 'freight', 'freightReason'],
    ],
  },
  { title: '运输跟踪', fields: ['tracks'] },
]
const IF_ANY = {
  waybillNo: (row: { waybillNo: string }) => row.waybillNo !== '',
  planPickTime: (row: { planPickTime: number | null }) => row.planPickTime !== null,
  planArriveDate: (row: { planArriveDate: string | null }) => row.planArriveDate !== null,
  dispatchTime: (row: { dispatchTime: number | null }) => row.dispatchTime !== null,
  actualArriveTime: (row: { actualArriveTime: number | null }) => row.actualArriveTime !== null,
  remark: (row: { remark: string }) => row.remark !== '',
  freightReason: (row: { freightReason: string }) => row.freightReason !== '',
  tracks: (row: { tracks: readonly unknown[] }) => row.tracks.length > 0,
}

/** 托运单详情: what a carrier took, what it costs, where it is. Warehouse §5.7. */
export default function ConsignInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在托运单列表中选择要查看的托运单" />
  return (
    <InfoPage
      of={consignmentNote}
      call={calls.info}
      id={id}
      title={(row) => `托运单 ${row.consignSn}`}
      name={(row) => row.consignSn}
      states={(row) => [CONSIGN_STATES.find((one) => one.value === row.status)]}
      actions={CONSIGN_ACTS}
      back="/wts/consignmentNote"
      figures={(row) => [
        { label: '箱数', value: row.boxCount },
        { label: '计费重量(kg)', value: row.chargeWeight },
        { label: '运费合计', value: row.freight },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() => [
        {
          key: 'deliveries',
          label: '配送单',
          content: (
            <CallTable
              call={calls.deliveries}
              input={(paging) => ({ ...paging, id })}
              columns={COLUMNS}
              empty="没有配送单"
            />
          ),
        },
      ]}
    />
  )
}

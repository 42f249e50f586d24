import { useMemo } from 'react'
import { useParams } from 'react-router'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { stockCalls as calls } from './stock.calls.ts'
import { stock } from './stock.entity.ts'

const NO_ACTS: readonly [] = []
const SECTIONS = [
  {
    title: '库存',
    fields: [
      ...['warehouseId', 'productCode', 'storeName', 'suk', 'unitName', 'publicAvail', 'vAlloc', 'vReserved'],
      ...[
        'inTransit',
        'onOrder',
        'safetyQty',
        'avgCost',
        'amount',
        'lastInTime',
        'lastOutTime',
        'lastCountTime',
      ],
    ],
  },
]

/** 库存详情: one sku in one warehouse, with what it was on each of 30 days. Warehouse §4.4. */
export default function StockInfo() {
  const { id } = useParams()
  return (
    <InfoPage
      of={stock}
      call={calls.info}
      id={Number(id)}
      title={(row) => `库存详情 ${row.storeName}`}
      name={(row) => `${row.storeName} ${row.suk}`}
      number={(row) => row.productCode}
      back="/wms/stock"
      figures={(row) => [
        { label: '现存量', value: row.onHand },
        { label: '占用量', value: row.reserved },
        { label: '冻结量', value: row.frozen },
        { label: '可用量', value: row.available, hint: '现存量 − 占用量 − 冻结量' },
      ]}
      states={() => []}
      actions={NO_ACTS}
      sections={SECTIONS}
      parts={(row) => [
        { key: 'curve', label: '库存曲线', content: <Curve curve={row.curve} /> },
        ...relatedPart('lots', '批次库存', {
          call: calls.lotList,
          of: { skuId: row.skuId, warehouseId: String(row.warehouseId) },
          show: ['sectionId', 'lotNo', 'expiryDate', 'onHand', 'allocated', 'lotFree'],
          empty: '没有库存',
          all: `/wms/stock?view=lot&skuId=${row.skuId}&warehouseId=${row.warehouseId}`,
        }),
        ...relatedPart('reserves', '占用明细', {
          call: calls.reserveList,
          of: { skuId: row.skuId, warehouseId: String(row.warehouseId), status: '1' },
          show: ['sourceSn', 'open', 'allocated', 'createTime', 'expireTime'],
          empty: '没有占用',
          all: `/wms/stock?view=reserve&skuId=${row.skuId}&warehouseId=${row.warehouseId}`,
        }),
        ...relatedPart('moves', '库存流水', {
          call: calls.recordList,
          of: { skuId: row.skuId, warehouseId: String(row.warehouseId) },
          show: ['createTime', 'moveType', 'sourceSn', 'dOnHand', 'dReserved', 'onHandAfter'],
          empty: '没有流水',
          all: `/wms/recordLog/${row.productCode}/0/0?warehouseId=${row.warehouseId}`,
        }),
      ]}
    />
  )
}

interface CurveProps {
  curve: readonly { readonly day: string; readonly onHand: number; readonly available: number }[]
}

function Curve({ curve }: CurveProps) {
  const facts = useMemo(
    () => ({
      title: '近30天库存',
      of: '日期',
      unit: '件',
      decimals: 3,
      rows: curve.map((one) => one.day),
      series: [
        { name: '现存量', values: curve.map((one) => one.onHand) },
        { name: '可用量', values: curve.map((one) => one.available) },
      ],
    }),
    [curve],
  )
  return <Chart kind="line" facts={facts} empty="还没有库存变动" />
}

import { Descriptions, Typography } from 'antd'
import { useParams } from 'react-router'
import { lines } from '#kit/fields/shared.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { stockCalls as calls, lotRows, moveRows } from './stock.calls.ts'

const PLACES = lines('现存位置', {
  warehouseId: lotRows.warehouseId,
  sectionId: lotRows.sectionId,
  onHand: lotRows.onHand,
  allocated: lotRows.allocated,
  frozen: lotRows.frozen,
  inTransit: lotRows.inTransit,
  lotFree: lotRows.lotFree,
})
const MOVES = lines('流转', {
  createTime: moveRows.createTime,
  moveType: moveRows.moveType,
  sourceSn: moveRows.sourceSn,
  warehouseId: moveRows.warehouseId,
  sectionId: moveRows.sectionId,
  dOnHand: moveRows.dOnHand,
  dInTransit: moveRows.dInTransit,
})

/** 批次追溯: where a lot came from, where it stood and stands, where it went. Warehouse §2.6. */
export default function LotTrace() {
  const { skuId, lotNo = '' } = useParams()
  const { data, error, refetch } = useCall(calls.lotTrace, { skuId: Number(skuId), lotNo }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Descriptions
        title={`批次 ${data.lotNo}`}
        items={[
          { key: 'made', label: '生产日期', children: data.productionDate ?? NONE },
          { key: 'ends', label: '到期日期', children: data.expiryDate ?? NONE },
        ]}
      />
      <Typography.Title level={5}>现存位置</Typography.Title>
      <LinesView field={PLACES} name="places" value={data.places} row={data} wide />
      <Typography.Title level={5}>流转</Typography.Title>
      <LinesView field={MOVES} name="moves" value={data.moves} row={data} wide />
    </>
  )
}

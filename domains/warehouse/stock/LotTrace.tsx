import { Button, Descriptions, Space, Typography } from 'antd'
import { useParams } from 'react-router'
import { lines } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { startingWith } from '../document/goodsAddress.ts'
import { lotWords } from './lotNo.ts'
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
        title={lotWords(data.lotNo) || '无批次'}
        items={[
          { key: 'made', label: '生产日期', children: data.productionDate ?? NONE },
          { key: 'ends', label: '到期日期', children: data.expiryDate ?? NONE },
        ]}
      />
      <FreezeAll places={data.places} />
      <Typography.Title level={5}>现存位置</Typography.Title>
      <LinesView field={PLACES} name="places" value={data.places} row={data} wide />
      <Typography.Title level={5}>流转</Typography.Title>
      <LinesView field={MOVES} name="moves" value={data.moves} row={data} wide />
    </>
  )
}

type Places = OutWireOf<typeof calls.lotTrace>['places']

/** 一键冻结: a freeze of all that is free of the lot, for each warehouse one. Warehouse §2.6. */
function FreezeAll({ places }: { places: Places }) {
  const free = places.filter((one) => one.lotFree > 0)
  const warehouses = [...Map.groupBy(free, (one) => one.warehouseId)]
  const names = useRefNames(
    'warehouse',
    warehouses.map(([id]) => id),
  )
  if (!mayCall({ permission: 'admin:wms:freeze:save' })) return null
  return (
    <Space wrap>
      {warehouses.map(([id, own]) => (
        <Button key={id} onClick={() => goTo(startingWith('/wms/addFreeze', own))}>
          一键冻结 {names.find((one) => one.value === id)?.label}
        </Button>
      ))}
    </Space>
  )
}

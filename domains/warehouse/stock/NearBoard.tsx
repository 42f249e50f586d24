import { Card } from 'antd'
import { useSearchParams } from 'react-router'
import { groupedAmount, groupedNumber } from '#kit/shared/text.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { BUCKETS, stockCalls as calls } from './stock.calls.ts'
import '../place/place.css'

/** 临期看板: lots by the days they have left, with quantity and, for who may see it, value. Warehouse §4.4. */
export function NearBoard() {
  const [address] = useSearchParams()
  const warehouseId = address.get('warehouseId')
  const { data, error, refetch } = useCall(
    calls.near,
    warehouseId === null ? {} : { warehouseId: Number(warehouseId) },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="w-near">
      {BUCKETS.map(({ value, label }) => {
        const found = data.find((one) => one.bucket === value)
        return (
          <Card key={value} size="small" title={label}>
            <p>批次数 {groupedNumber(found?.lots ?? 0)}</p>
            <p>数量 {groupedNumber(found?.qty ?? 0)}</p>
            {found?.amount !== undefined && <p>金额 {groupedAmount(found.amount)} 元</p>}
            <PageLink to={`/wms/stock?view=lot&bucket=${value}`}>查看批次</PageLink>
          </Card>
        )
      })}
    </div>
  )
}

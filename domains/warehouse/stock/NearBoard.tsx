import { Card, Space } from 'antd'
import { useSearchParams } from 'react-router'
import { groupedAmount } from '#kit/shared/text.ts'
import { goTo } from '#kit/web/navigate.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { BUCKETS, stockCalls as calls } from './stock.calls.ts'

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
    <Space size={[16, 16]} wrap>
      {BUCKETS.map(({ value, label }) => {
        const found = data.find((one) => one.bucket === value)
        return (
          <Card
            key={value}
            size="small"
            title={label}
            extra={
              <a
                href={`/wms/stock?view=lot&bucket=${value}`}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(`/wms/stock?view=lot&bucket=${value}`)
                }}
              >
                查看批次
              </a>
            }
          >
            <div>批次数 {found?.lots ?? 0}</div>
            <div>数量 {found?.qty ?? 0}</div>
            {found?.amount !== undefined && <div>金额 {groupedAmount(found.amount)} 元</div>}
          </Card>
        )
      })}
    </Space>
  )
}

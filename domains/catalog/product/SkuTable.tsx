import { Button } from 'antd'
import { StateTag } from '#kit/web/StateTag.tsx'
import { hasPermission, mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { openPriceHistory } from '../price/PriceHistory.tsx'
import { priceHistoryCall } from '../price/price.calls.ts'
import { storeCalls } from './product.calls.ts'
import { COST } from './sku.entity.ts'

/** A sku as tables show it. */
export interface ShownSku {
  id: number
  suk: string
  skuCode: string
  barCode: string
  price: string
  otPrice: string
  vipPrice: string | null
  cost: string | null
  stock: number
  sales: number
  isShow: 0 | 1
}

const VIRTUAL_FROM = 100
const VIRTUAL_HEIGHT = 480
const NONE = '—'

/** The skus of a product with prices and stock, each with the history of its prices. */
export function SkuTable({ skus }: { skus: readonly ShownSku[] }) {
  const virtual = skus.length > VIRTUAL_FROM
  const columns = [
    { title: '规格', dataIndex: 'suk', width: 180, className: 'p-name' },
    { title: '规格编码', dataIndex: 'skuCode', width: 160, className: 'p-name' },
    { title: '售价', dataIndex: 'price', width: 100, align: 'right' as const },
    { title: '原价', dataIndex: 'otPrice', width: 100, align: 'right' as const },
    {
      title: '会员价',
      dataIndex: 'vipPrice',
      width: 90,
      align: 'right' as const,
      render: (price: string | null) => price ?? NONE,
    },
    ...(hasPermission(COST)
      ? [
          {
            title: '成本价',
            dataIndex: 'cost',
            width: 100,
            align: 'right' as const,
            render: (cost: string | null) => cost ?? NONE,
          },
        ]
      : []),
    { title: '库存', dataIndex: 'stock', width: 90, align: 'right' as const },
    { title: '销量', dataIndex: 'sales', width: 90, align: 'right' as const },
    {
      title: '商品条码',
      dataIndex: 'barCode',
      width: 150,
      render: (code: string) => code || NONE,
    },
    {
      title: '规格上架',
      dataIndex: 'isShow',
      width: 90,
      render: (on: 0 | 1) => (
        <StateTag label={on === 1 ? '上架' : '下架'} means={on === 1 ? 'done' : 'off'} />
      ),
    },
    ...(mayCall(priceHistoryCall)
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 90,
            render: (_: unknown, one: ShownSku) => (
              <Button type="link" className="k-link" onClick={() => void openPriceHistory(one.id, one.suk)}>
                价格记录
              </Button>
            ),
          },
        ]
      : []),
  ]
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <Table<ShownSku>
      columns={columns}
      dataSource={[...skus]}
      virtual={virtual}
      scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : { x: width }}
      locale={{ emptyText: '没有规格' }}
    />
  )
}

const MOST = 1000

/** The skus of a row of the list, read when it is opened. */
export function SkusOf({ productId }: { productId: number }) {
  const { data, error, refetch } = useCall(storeCalls.attrValues, { productId, limit: MOST }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <SkuTable skus={data.list} />
}

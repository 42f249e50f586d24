import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Beneath } from '#kit/web/lines/Beneath.tsx'
import { fitting } from '#kit/web/lines/fitting.ts'
import { useRoom } from '#kit/web/lines/useRoom.ts'
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

interface Column {
  name: string
  title: string
  width: number
  align?: 'right'
  aside?: boolean
  isEmpty: boolean
  content(one: ShownSku): ReactNode
}

type Text = 'suk' | 'skuCode' | 'barCode' | 'price' | 'otPrice' | 'vipPrice' | 'cost' | 'stock' | 'sales'

/** A column of what a sku holds. */
function held(skus: readonly ShownSku[], name: Text, title: string, width: number): Column {
  const isEmpty = skus.every((one) => one[name] === null || one[name] === '')
  return { name, title, width, isEmpty, content: (one) => one[name] ?? '' }
}

const figure = (skus: readonly ShownSku[], name: Text, title: string, width: number): Column => ({
  ...held(skus, name, title, width),
  align: 'right',
})

function columnsOf(skus: readonly ShownSku[]): Column[] {
  return [
    held(skus, 'suk', '规格', 180),
    { ...held(skus, 'skuCode', '规格编码', 160), aside: true },
    figure(skus, 'price', '售价', 90),
    figure(skus, 'otPrice', '原价', 90),
    figure(skus, 'vipPrice', '会员价', 80),
    ...(hasPermission(COST) ? [figure(skus, 'cost', '成本价', 90)] : []),
    figure(skus, 'stock', '库存', 70),
    figure(skus, 'sales', '销量', 70),
    { ...held(skus, 'barCode', '商品条码', 150), aside: true },
    {
      name: 'isShow',
      title: '规格上架',
      width: 80,
      isEmpty: false,
      content: ({ isShow }) => (
        <StateTag label={isShow === 1 ? '上架' : '下架'} means={isShow === 1 ? 'done' : 'off'} />
      ),
    },
  ]
}

/** The skus of a product with prices and stock, each with the history of its prices. */
export function SkuTable({ skus }: { skus: readonly ShownSku[] }) {
  const { place, room } = useRoom()
  const acts = mayCall(priceHistoryCall)
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 90,
          render: (_: unknown, one: ShownSku) => (
            <Button type="link" className="k-link" onClick={() => void openPriceHistory(one.id, one.suk)}>
              价格记录
            </Button>
          ),
        },
      ]
    : []
  const widthOf = (all: readonly { width: number }[]) => all.reduce((sum, { width }) => sum + width, 0)
  const { kept, beneath } = fitting(columnsOf(skus), room - widthOf(acts))
  const told = (one: ShownSku) =>
    beneath
      .map(({ name, title, content }) => ({ name, label: title, content: content(one) }))
      .filter(({ content }) => content !== '')
  const columns = kept.map(({ name, title, width, align, content }, at) => ({
    key: name,
    title,
    width,
    ...(align === undefined ? {} : { align }),
    ...(at === 0 ? { className: 'p-name' } : {}),
    render: (_: unknown, one: ShownSku) => (
      <>
        {content(one) === '' ? NONE : content(one)}
        {at === 0 && <Beneath told={told(one)} />}
      </>
    ),
  }))
  const virtual = skus.length > VIRTUAL_FROM
  const width = widthOf([...kept, ...acts])
  return (
    <div ref={place}>
      <Table<ShownSku>
        columns={[...columns, ...acts]}
        dataSource={[...skus]}
        virtual={virtual}
        scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : { x: width }}
        locale={{ emptyText: '没有规格' }}
      />
    </div>
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

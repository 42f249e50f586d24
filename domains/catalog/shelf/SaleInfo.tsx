import { Button, Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { channelLabel } from '../product/channelLabel.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { shelfStates } from '../product/shelf.states.ts'
import { openChannelPrice } from './ChannelPrice.tsx'
import { channelCalls } from './channel.calls.ts'
import { editListing, putListing, scheduleListing, visibleListing } from './saleActs.tsx'
import '../product/product.css'

type Info = OutWireOf<typeof channelCalls.info>

const LIST = '/store/sale'
const SECTIONS = [
  {
    title: '渠道设置',
    fields: [
      'productCode',
      'channelId',
      'title',
      'cateValues',
      'priceRange',
      'stock',
      'minQty',
      'stepQty',
      'maxQty',
      'visibleScope',
      'visibleNames',
      'deliveryWarehouse',
      'sort',
    ],
  },
  { title: '上下架', fields: ['platformStatus', 'shelfTime', 'showTime', 'offTime', 'sales'] },
]

const priceAct: Act<Info> = act({
  label: '设置价格',
  permission: channelCalls.price,
  run: (row) => void openChannelPrice(row),
})
const ACTIONS = [
  editListing,
  priceAct,
  putListing('putOnShell'),
  putListing('offShell'),
  visibleListing,
  scheduleListing,
]

/** /store/infoSale/:id: how a product is offered in one channel. Catalog §3.5. */
export default function SaleInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在可售商品中选择商品">
        <Button onClick={() => goTo(LIST)}>可售商品</Button>
      </Empty>
    )
  return (
    <InfoPage
      of={productChannel}
      call={channelCalls.info}
      id={Number(id)}
      title={(row) => `可售商品详情 ${row.productCode}`}
      name={(row) => `${row.title || row.productName}（${channelLabel(row.channelId)}）`}
      states={(row) => [shelfStates.states.find((one) => one.value === row.platformStatus)]}
      picture={(row) => (
        <Image src={row.image} alt={row.productName} width={64} height={64} className="p-picture" />
      )}
      actions={ACTIONS}
      back={LIST}
      number={(row) => row.productCode}
      sections={SECTIONS}
      parts={(row) => [{ key: 'price', label: '规格价格', content: <Skus skus={row.skus} /> }]}
    />
  )
}

function Skus({ skus }: { skus: Info['skus'] }) {
  return (
    <Table
      rowKey="skuId"
      scroll={{ x: 640 }}
      dataSource={[...skus]}
      columns={[
        { title: '规格', dataIndex: 'suk', className: 'p-name' },
        { title: '规格编码', dataIndex: 'skuCode', width: 160 },
        {
          title: '售价',
          dataIndex: 'price',
          width: 110,
          align: 'right',
          render: (price) => price ?? '未定价',
        },
        { title: '原价', dataIndex: 'otPrice', width: 110, align: 'right', render: (price) => price ?? '—' },
        { title: '库存', dataIndex: 'stock', width: 100, align: 'right' },
        { title: '状态', dataIndex: 'isOn', width: 90 },
      ]}
    />
  )
}

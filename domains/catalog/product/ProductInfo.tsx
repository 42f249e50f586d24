import { Alert, Button, Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { WayLink } from '#kit/web/Way.tsx'
import { ProductComments } from '../demand/ProductComments.tsx'
import { replyCalls } from '../demand/reply.calls.ts'
import { ProductTerms } from '../offer/terms/ProductTerms.tsx'
import { termsCalls } from '../offer/terms/terms.calls.ts'
import { channelLabel } from './channelLabel.ts'
import { PRODUCT_CELLS, PRODUCT_IF_ANY, PRODUCT_SECTIONS } from './ProductFacts.tsx'
import { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'
import { productStates } from './product.states.ts'
import {
  deleteAct,
  logAct,
  noEdit,
  type ProductTarget,
  putOffAct,
  putOnAct,
  recycleAct,
  releaseAct,
  restoreAct,
  setChannelsAct,
  submitAct,
  toExamineAct,
  violationAct,
  withdrawAct,
} from './productActs.tsx'
import { productFigures } from './productFigures.ts'
import { relatedOf } from './productRelated.tsx'
import { ShelfWay } from './ShelfWay.tsx'
import { SkuTable } from './SkuTable.tsx'
import { shelfStates } from './shelf.states.ts'
import { channelForm, SET_CHANNELS } from './shelfWay.ts'
import './product.css'

type Product = OutWireOf<typeof storeCalls.info>

const LIST = '/store/index'

const editAct: Act<ProductTarget> = act({
  label: '编辑',
  permission: storeCalls.update,
  closed: noEdit,
  run: ({ id }) => goTo(`/store/product/edit/${id}`),
})

// The next step on its way to the shelf is the main action; editing is on the shelf. Screens §3.
const NEXT = [submitAct, setChannelsAct, putOnAct].map((one) => ({ ...one, primary: true }))

const ACTIONS = [
  editAct,
  ...NEXT,
  putOffAct,
  withdrawAct,
  toExamineAct,
  violationAct,
  releaseAct,
  recycleAct,
  restoreAct,
  deleteAct,
  logAct,
]

/** /store/product/info/:id: everything about a product. Catalog §3.2. */
export default function ProductInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在商品列表中选择商品">
        <Button onClick={() => goTo(LIST)}>商品列表</Button>
      </Empty>
    )
  return <Page id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={product}
      call={storeCalls.info}
      id={id}
      title={(row) => `商品详情 ${row.productCode}`}
      name={(row) => row.storeName}
      states={(row) => [
        productStates.states.find((one) => one.value === row.auditStatus),
        shelfStates.states.find((one) => one.value === row.platformStatus),
      ]}
      actions={ACTIONS}
      back={LIST}
      notice={(row) =>
        row.isRecycle === 1 ? (
          <Alert className="p-note" type="warning" showIcon title="该商品在回收站，恢复后才能编辑和上架" />
        ) : (
          <ShelfWay row={row} target={row} />
        )
      }
      picture={(row) => (
        <Image src={row.image} alt={row.storeName} width={64} height={64} className="p-picture" />
      )}
      number={(row) => row.productCode}
      figures={productFigures}
      processes
      sections={PRODUCT_SECTIONS}
      cells={PRODUCT_CELLS}
      ifAny={PRODUCT_IF_ANY}
      parts={(row) => [
        { key: 'spec', label: '规格价格', content: <SkuTable skus={row.attrValue} /> },
        { key: 'channel', label: '渠道', content: <Channels row={row} /> },
        ...(mayCall(termsCalls.ofProduct)
          ? [{ key: 'terms', label: '服务条款', content: <ProductTerms productId={id} /> }]
          : []),
        ...relatedOf(row),
      ]}
      lists={() =>
        mayCall(replyCalls.shown)
          ? [{ key: 'comments', label: '评论', content: <ProductComments productId={id} /> }]
          : []
      }
    />
  )
}

function Channels({ row }: { row: Product }) {
  if (row.channelStates.length === 0)
    return (
      <Empty text="还没有销售渠道，请在编辑商品的“渠道与价格”中设置">
        <WayLink to={channelForm(row.id)} label={SET_CHANNELS} />
      </Empty>
    )
  return (
    <Table
      rowKey="channelId"
      columns={[
        { title: '渠道', dataIndex: 'channelId', render: channelLabel },
        {
          title: '平台状态',
          dataIndex: 'platformStatus',
          render: (value: number) => {
            const state = shelfStates.states.find((one) => one.value === value)
            return state === undefined ? value : <StateTag label={state.label} means={state.means} />
          },
        },
      ]}
      dataSource={row.channelStates}
    />
  )
}

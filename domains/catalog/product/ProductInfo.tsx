import { Alert, Button, Image } from 'antd'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentTrace } from '#domains/workflow/workflow.pickers.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { Decisions } from '#kit/web/document/Decisions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { WayLink } from '#kit/web/Way.tsx'
import { ProductComments } from '../demand/ProductComments.tsx'
import { replyCalls } from '../demand/reply.calls.ts'
import { ProductTerms } from '../offer/terms/ProductTerms.tsx'
import { termsCalls } from '../offer/terms/terms.calls.ts'
import { channelLabel } from './channelLabel.ts'
import { NextStep } from './NextStep.tsx'
import { channelForm, SET_CHANNELS } from './nextStep.ts'
import { ProductFacts } from './ProductFacts.tsx'
import { ChangedFields, ProductLog } from './ProductLog.tsx'
import { storeCalls } from './product.calls.ts'
import { product } from './product.entity.ts'
import { productStates } from './product.states.ts'
import {
  canEdit,
  deleteAct,
  type ProductTarget,
  putOffAct,
  putOnAct,
  recycleAct,
  releaseAct,
  restoreAct,
  submitAct,
  toExamineAct,
  violationAct,
  withdrawAct,
} from './productActs.tsx'
import { historyCalls } from './repo.calls.ts'
import { SkuTable } from './SkuTable.tsx'
import { shelfStates } from './shelf.states.ts'
import './product.css'

type Product = OutWireOf<typeof storeCalls.info>

const LIST = '/store/index'

const editAct: Act<ProductTarget> = act({
  label: '编辑',
  permission: storeCalls.update,
  when: canEdit,
  run: ({ id }) => goTo(`/store/product/edit/${id}`),
})

const ACTIONS = [
  editAct,
  putOnAct,
  putOffAct,
  submitAct,
  withdrawAct,
  toExamineAct,
  violationAct,
  releaseAct,
  recycleAct,
  restoreAct,
  deleteAct,
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
          <>
            <NextStep row={row} target={row} />
            {row.missing !== '' && <p className="k-hint">资料缺少：{row.missing}</p>}
          </>
        )
      }
      picture={(row) => (
        <Image src={row.image} alt={row.storeName} width={96} height={96} className="p-picture" />
      )}
      number={(row) => row.productCode}
      figures={figuresOf}
      parts={(row) => [
        { key: 'base', label: '基本信息', content: <ProductFacts row={row} /> },
        { key: 'spec', label: '规格价格', content: <SkuTable skus={row.attrValue} /> },
        { key: 'channel', label: '渠道', content: <Channels row={row} /> },
        ...(mayCall(replyCalls.shown)
          ? [{ key: 'comments', label: '评论', content: <ProductComments productId={id} /> }]
          : []),
        ...(mayCall(termsCalls.ofProduct)
          ? [{ key: 'terms', label: '服务条款', content: <ProductTerms productId={id} /> }]
          : []),
        ...(mayCall(historyCalls.examineInfo)
          ? [{ key: 'audit', label: '审核记录', content: <Audit id={id} /> }]
          : []),
        ...(mayCall(historyCalls.log)
          ? [{ key: 'log', label: '操作日志', content: <ProductLog productId={id} /> }]
          : []),
      ]}
    />
  )
}

const figuresOf = ({ price, stock, sales, completeness }: Product) => [
  { label: '售价', value: price },
  { label: '库存', value: stock },
  { label: '销量', value: sales },
  { label: '资料完整度', value: `${completeness}%` },
]

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
            return state === undefined ? value : <StateTag label={state.label} color={state.color} />
          },
        },
      ]}
      dataSource={row.channelStates}
    />
  )
}

function Audit({ id }: { id: number }) {
  const { data, error, refetch } = useCall(historyCalls.examineInfo, { id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data.diff.length > 0 && (
        <section>
          <h3 className="k-group-title">上次审核后的修改</h3>
          <ChangedFields fields={data.diff} />
        </section>
      )}
      <section className="k-section">
        <h3 className="k-group-title">审核记录</h3>
        {data.history.length === 0 ? <Empty text="还没有审核记录" /> : <Decisions history={data.history} />}
      </section>
      <Suspense>
        <DocumentTrace businessType={product.name} businessId={id} />
      </Suspense>
    </>
  )
}

import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { storeCalls } from './stores.calls.ts'
import './stores.css'

type Store = OutWireOf<typeof storeCalls.codes>[number]

/** A sign for the counter: half of an A4 sheet. */
const PAPER = { width: 148, height: 210, margin: 12 }
const CODE_MM = 90

/** 店铺二维码: a sheet for each store, to be put up in it. Catalog §8.5. */
export default function StoreCodes() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在门店列表中选择要打印二维码的门店">
        <Button onClick={() => goTo('/storeManagement')}>门店管理</Button>
      </Empty>
    )
  return <Sheets ids={ids} />
}

function Sheets({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(storeCalls.codes, { ids }, { quiet: true })
  if (data?.some((one) => one.link === ''))
    return <Empty text="还没有网站地址，请先在“系统设置 – 基础配置”中填写，二维码才有去处" />
  return (
    <PrintPage
      title="店铺二维码"
      paper={PAPER}
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.map((one) => <Sheet key={one.id} store={one} />)}
    />
  )
}

function Sheet({ store }: { store: Store }) {
  return (
    <div className="s-sheet">
      {store.image !== '' && <img className="s-logo" src={store.image} alt="" />}
      <h2>{store.name}</h2>
      <Code text={store.link} kind="qrcode" height={CODE_MM} />
      <p>扫一扫，进入门店</p>
      <dl>
        <dt>地址</dt>
        <dd>{store.place}</dd>
        <dt>电话</dt>
        <dd>{store.phone}</dd>
        {store.dayTime !== '' && (
          <>
            <dt>营业时间</dt>
            <dd>{store.dayTime.replace(',', '–')}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

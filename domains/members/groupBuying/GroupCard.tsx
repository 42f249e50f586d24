import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { formatTime } from '#kit/shared/time.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import '../privacy/cards.css'
import { GROUP_LIST } from './groupBuying.addresses.ts'
import { groupBuyingCalls } from './groupBuying.calls.ts'

/** To be put up in the company: half of an A4 sheet. */
const PAPER = { width: 148, height: 210, margin: 12 }
const CODE_MM = 90

/** 企业码二维码. Members §15. */
export default function GroupCard() {
  const [address] = useSearchParams()
  const id = Number(address.get('id') ?? 0)
  if (id === 0)
    return (
      <Empty text="请在团购管理中选择企业">
        <Button onClick={() => goTo(GROUP_LIST)}>团购管理</Button>
      </Empty>
    )
  return <Card id={id} />
}

function Card({ id }: { id: number }) {
  const { data, error, refetch } = useCall(groupBuyingCalls.cards, { id }, { quiet: true })
  if (data?.some((one) => one.link === ''))
    return <Empty text="还没有网站地址，请先在“系统设置 – 基础配置”中填写，二维码才有去处" />
  return (
    <PrintPage
      title="企业码"
      paper={PAPER}
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.map((one) => (
        <div className="m-card" key={one.id}>
          <h2>{one.name}</h2>
          <Code text={one.link} kind="qrcode" height={CODE_MM} />
          <p className="m-card-code">{one.joinCode}</p>
          <p>扫一扫，凭企业码和工号加入企业团购</p>
          <p>有效期至 {formatTime(one.endTime, browserZone)}</p>
        </div>
      ))}
    />
  )
}

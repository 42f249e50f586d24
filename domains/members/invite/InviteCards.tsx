import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import '../privacy/cards.css'
import { INVITE_LIST } from './invite.addresses.ts'
import { inviteCalls } from './invite.calls.ts'

type Card = OutWireOf<typeof inviteCalls.cards>[number]

/** A card that is handed out: a quarter of an A5 sheet. */
const PAPER = { width: 74, height: 105, margin: 6 }
const CODE_MM = 48

/** 打印邀请码: a card with the picture of each code. Members §15. */
export default function InviteCards() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  if (ids === '')
    return (
      <Empty text="请在邀请码列表中选择要打印的邀请码">
        <Button onClick={() => goTo(INVITE_LIST)}>邀请码</Button>
      </Empty>
    )
  return <Cards ids={ids} />
}

function Cards({ ids }: { ids: string }) {
  const { data, error, refetch } = useCall(inviteCalls.cards, { ids }, { quiet: true })
  if (data?.some((one) => one.link === ''))
    return <Empty text="还没有网站地址，请先在“系统设置 – 基础配置”中填写，二维码才有去处" />
  return (
    <PrintPage
      title="邀请码"
      paper={PAPER}
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.map((one) => <Sheet key={one.id} card={one} />)}
    />
  )
}

function Sheet({ card: { name, code, link, endTime } }: { card: Card }) {
  return (
    <div className="m-card">
      <h2>{name}</h2>
      <Code text={link} kind="qrcode" height={CODE_MM} />
      <p className="m-card-code">{code}</p>
      <p>扫一扫注册，或在注册时填写邀请码</p>
      {endTime !== null && <p>有效期至 {formatTime(endTime, browserZone)}</p>}
    </div>
  )
}

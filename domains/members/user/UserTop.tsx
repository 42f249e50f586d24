import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { Details } from '#kit/web/info/Details.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { userCalls } from './user.calls.ts'

const NO_FIELDS = {}
const time = (seconds: number | null): string => (seconds === null ? NONE : formatTime(seconds, browserZone))

interface GrowthProps {
  experience: number
  nextLevelName: string
  nextNeed: number | null
}

/** Growth, and how far it is to the next level. */
function Growth({ experience, nextLevelName, nextNeed }: GrowthProps) {
  if (nextNeed === null) return <>{experience}</>
  const whole = experience + nextNeed
  const percent = whole === 0 ? 0 : Math.floor((experience * 100) / whole)
  return (
    <>
      {experience}，距{nextLevelName}还差{nextNeed}
      <Progress
        percent={percent}
        size="small"
        showInfo={false}
        aria-label={`距${nextLevelName}还差${nextNeed}`}
      />
    </>
  )
}

/** 概况 of a user: what the ledgers, this month and the levels say. Members §2.4. */
export function UserTop({ id }: { id: number }) {
  const { data, error, refetch } = useCall(userCalls.top, { userId: id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const lines: [name: string, label: string, value: ReactNode][] = [
    ['available', '可用余额(元)', data.available],
    ['growth', '成长值', <Growth key="growth" {...data} />],
    ['monthConsume', '本月消费(元)', data.mothConsumeCount],
    ['monthOrders', '本月订单', data.mothOrderCount],
    ['paidEnd', '会员到期', time(data.paidEndTime)],
    ['visited', '最近访问', time(data.lastVisitTime)],
  ]
  // Ledgers that nobody keeps have nothing to say.
  if (data.integralCount !== null) lines.push(['integral', '积分', data.integralCount])
  if (data.diamond !== null) lines.push(['diamond', '钻石', data.diamond])
  if (data.couponCount !== null) lines.push(['coupons', '优惠券', data.couponCount])
  if (data.rfm !== '') lines.push(['rfm', 'RFM类型', data.rfm])
  return (
    <Details
      shape={NO_FIELDS}
      row={NO_FIELDS}
      fields={lines.map(([name]) => name)}
      render={Object.fromEntries(lines.map(([name, label, value]) => [name, { label, cell: () => value }]))}
    />
  )
}

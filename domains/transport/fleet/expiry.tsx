import { Typography } from 'antd'
import { daysUntil, today } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { NEAR_DAYS } from './fleet.rules.ts'

/** The day a paper ends: orange within thirty days, red when it is past, which is said in words as well. Warehouse §6. */
export function Expiry({ day }: { day: string | null }) {
  if (day === null) return <>{NONE}</>
  const left = daysUntil(day, today())
  if (left > NEAR_DAYS) return <span className="k-number">{day}</span>
  return (
    <Typography.Text type={left < 0 ? 'danger' : 'warning'} className="k-number">
      {day}
      <br />
      {left < 0 ? '已过期' : left === 0 ? '今天到期' : `还有${left}天`}
    </Typography.Text>
  )
}

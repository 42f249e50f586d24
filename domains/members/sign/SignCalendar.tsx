import { Badge, Calendar, type CalendarProps } from 'antd'
import type { Dayjs } from 'dayjs'
import type { Standing } from '../level/level.calls.ts'

/** 签到日历 of a user: the days of the last two months they signed in. Members §3.7. */
export function SignCalendar({ standing }: { standing: Standing }) {
  const days = new Set(standing.signDays)
  const cellRender: NonNullable<CalendarProps<Dayjs>['cellRender']> = (day, { type }) =>
    type === 'date' && days.has(day.format('YYYY-MM-DD')) ? <Badge status="success" text="已签到" /> : null
  return (
    <>
      <p>
        连续签到 {standing.signNum} 天，近两月签到 {days.size} 天
      </p>
      <Calendar fullscreen={false} cellRender={cellRender} />
    </>
  )
}

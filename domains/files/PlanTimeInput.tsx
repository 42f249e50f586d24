import { Select, Space } from 'antd'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { cronOf, type PlanTime, timeOf, WEEK_DAYS } from './planTime.ts'

const FIRST: PlanTime = { cycle: 'day', day: 1, hour: 8, minute: 0 }
/** Every month has so many days. */
const MONTH_DAYS = 28
const HALF_HOURS = 48

const CYCLES = [
  { value: 'day', label: '每天' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
] as const
const OF_WEEK = WEEK_DAYS.map((label, at) => ({ value: at + 1, label }))
const OF_MONTH = Array.from({ length: MONTH_DAYS }, (_, at) => ({ value: at + 1, label: `${at + 1}日` }))
const TIMES = Array.from({ length: HALF_HOURS }, (_, at) => {
  const hour = Math.floor(at / 2)
  const minute = (at % 2) * 30
  return {
    value: hour * 60 + minute,
    label: `${String(hour).padStart(2, '0')}:${minute === 0 ? '00' : '30'}`,
  }
})

/** Chooses when a plan comes: each day, a day of the week or of the month, and the hour. */
export function PlanTimeInput(props: InputProps) {
  const time = timeOf(textOf(props.value)) ?? FIRST
  const set = (more: Partial<PlanTime>) => props.onChange(cronOf({ ...time, ...more }))
  return (
    <Space.Compact block>
      <Select
        {...ariaOf(props)}
        id={props.id}
        aria-label="周期"
        value={time.cycle}
        options={[...CYCLES]}
        onChange={(cycle) => set({ cycle, day: 1 })}
      />
      {time.cycle !== 'day' && (
        <Select
          aria-label="日"
          value={time.day}
          options={time.cycle === 'week' ? OF_WEEK : OF_MONTH}
          onChange={(day) => set({ day })}
        />
      )}
      <Select
        aria-label="时间"
        value={time.hour * 60 + time.minute}
        options={TIMES}
        onChange={(at) => set({ hour: Math.floor(at / 60), minute: at % 60 })}
      />
    </Space.Compact>
  )
}

/** What the form starts with. */
export const FIRST_TIME = cronOf(FIRST)

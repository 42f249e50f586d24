import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

dayjs.locale('zh-cn')

interface DayRangeProps {
  /** 'yyyy-MM-dd,yyyy-MM-dd', or '' */
  value: string
  onChange(value: string): void
}

/** Two days, both included. */
export default function DayRange({ value, onChange }: DayRangeProps) {
  const [from, to] = value.split(',')
  return (
    <DatePicker.RangePicker
      className="k-fill"
      placeholder={['开始日期', '结束日期']}
      value={from && to ? [dayjs(from), dayjs(to)] : null}
      onChange={(days) => {
        const [first, last] = days ?? []
        onChange(first && last ? `${first.format('YYYY-MM-DD')},${last.format('YYYY-MM-DD')}` : '')
      }}
    />
  )
}

import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import DayRange from '#kit/web/time/DayRange.tsx'

const HOUR = 'HH:mm'
const at = (time: string) => dayjs(`2000-01-01T${time}`)

/** From when to when a store is open on a day: '09:00,21:00'. Catalog §5. */
export function DayTimeInput(props: InputProps) {
  const [from, to] = textOf(props.value).split(',')
  return (
    <TimePicker.RangePicker
      {...ariaOf(props)}
      {...(props.id === undefined ? {} : { id: props.id })}
      className="k-fill"
      format={HOUR}
      minuteStep={5}
      order={false}
      disabled={props.disabled ?? false}
      placeholder={['开始营业', '结束营业']}
      value={from && to ? [at(from), at(to)] : null}
      onChange={(times) => {
        const [first, last] = times ?? []
        props.onChange(first && last ? `${first.format(HOUR)},${last.format(HOUR)}` : '')
      }}
    />
  )
}

/** The days on which orders may be picked up: 'yyyy-MM-dd,yyyy-MM-dd'. Catalog §5. */
export function ValidTimeInput({ value, onChange }: InputProps) {
  return <DayRange value={textOf(value)} onChange={onChange} />
}

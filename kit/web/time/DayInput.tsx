import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useEnterTakes } from './enterTakes.ts'

dayjs.locale('zh-cn')

/** A calendar day, 'yyyy-MM-dd'. Loaded when a date is first asked for: the calendar is large. */
export default function DayInput(props: InputProps) {
  const enter = useEnterTakes()
  return (
    <DatePicker
      {...ariaOf(props)}
      {...enter}
      id={props.id}
      className="k-fill"
      value={isNone(props.value) ? null : dayjs(textOf(props.value))}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={(day) => props.onChange(day === null ? null : day.format('YYYY-MM-DD'))}
    />
  )
}

import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useEnterTakes } from './enterTakes.ts'

dayjs.locale('zh-cn')

/** A calendar month, 'yyyy-MM'. Loaded when a month is first asked for: the calendar is large. */
export default function MonthInput(props: InputProps) {
  const enter = useEnterTakes()
  return (
    <DatePicker
      {...ariaOf(props)}
      {...enter}
      id={props.id}
      picker="month"
      className="k-fill"
      value={isNone(props.value) ? null : dayjs(`${textOf(props.value)}-01`)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={(month) => props.onChange(month === null ? '' : month.format('YYYY-MM'))}
    />
  )
}

import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { ariaOf, type InputProps, isNone, placeholderOf } from '#kit/web/fieldUi.ts'

dayjs.locale('zh-cn')

/** A moment, seconds since 1970, chosen by the person's own clock. */
export default function MomentInput(props: InputProps) {
  return (
    <DatePicker
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      showTime
      value={isNone(props.value) ? null : dayjs.unix(Number(props.value))}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={(moment) => props.onChange(moment === null ? null : moment.unix())}
    />
  )
}

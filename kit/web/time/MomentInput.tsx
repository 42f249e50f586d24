import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { ariaOf, type InputProps, isNone, placeholderOf } from '#kit/web/fieldUi.ts'
import { useEnterTakes } from './enterTakes.ts'

dayjs.locale('zh-cn')

/**
 * A moment, seconds since 1970, chosen by the person's own clock. It is taken when the field is left as well: what was typed
 * and not confirmed would be gone without a word.
 */
export default function MomentInput(props: InputProps) {
  const enter = useEnterTakes()
  return (
    <DatePicker
      {...ariaOf(props)}
      {...enter}
      id={props.id}
      className="k-fill"
      showTime
      needConfirm={false}
      value={isNone(props.value) ? null : dayjs.unix(Number(props.value))}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={(moment) => props.onChange(moment === null ? null : moment.unix())}
    />
  )
}

import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { ariaOf, type InputProps, placeholderOf } from '#kit/web/fieldUi.ts'
import { textsOf } from './demand.ui.ts'

/** Several months, 'yyyy-MM'. */
export function MonthsInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  return (
    <DatePicker
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      className="k-fill"
      picker="month"
      multiple
      maxTagCount="responsive"
      disabled={disabled ?? false}
      placeholder={placeholderOf(props, '请选择')}
      value={textsOf(value).map((month) => dayjs(`${month}-01`))}
      onChange={(months) =>
        onChange((Array.isArray(months) ? months : []).map((month) => month.format('YYYY-MM')).sort())
      }
    />
  )
}

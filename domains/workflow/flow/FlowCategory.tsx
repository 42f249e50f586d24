import { AutoComplete } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { definitionCalls } from '../definition/definition.calls.ts'

/** The category of a process: one that is in use, or a new one. */
export function FlowCategory(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const { data } = useCall(definitionCalls.categories, {}, { quiet: true, fresh: 30_000 })
  const options = (data ?? [])
    .filter((one) => one.category !== '')
    .map(({ category }) => ({ value: category }))
  return (
    <AutoComplete
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      {...(disabled === undefined ? {} : { disabled })}
      className="k-fill"
      value={textOf(value)}
      options={options}
      placeholder={placeholderOf(props, '请输入')}
      maxLength={field.max}
      showSearch={{ filterOption: true }}
      allowClear
      onChange={onChange}
    />
  )
}

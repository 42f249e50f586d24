import { Select } from 'antd'
import { useDict } from '#kit/web/dict.ts'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'

/** Several entries of the dictionary sales_equity. */
export function EquitiesInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const entries = useDict('sales_equity')
  return (
    <Select<string[]>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      className="k-fill"
      value={Array.isArray(value) ? value.map(String) : []}
      disabled={disabled ?? false}
      options={entries.map((entry) => ({ value: entry.dictValue, label: entry.dictLabel }))}
      placeholder="请选择"
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}

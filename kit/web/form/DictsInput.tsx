import { Select } from 'antd'
import { useDict } from '#kit/web/dict.ts'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'

/** The input of a field of texts that are entries of a dictionary: several of them are chosen. Platform §8.1. */
export function DictsInput({ dict, ...props }: InputProps & { dict: string }) {
  const { value, onChange, id, disabled } = props
  const entries = useDict(dict)
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

import { Input } from 'antd'

interface TextFilterProps {
  value: string
  onChange(value: string): void
  id: string
  label: string
}

/** A filter of words of its own, beside the keywords of the list. */
export function TextFilter({ value, onChange, id, label }: TextFilterProps) {
  return (
    <Input
      id={id}
      allowClear
      value={value}
      placeholder={`请输入${label}`}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

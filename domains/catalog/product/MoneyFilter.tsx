import { InputNumber } from 'antd'
import { textOf } from '#kit/web/fieldUi.ts'

interface MoneyFilterProps {
  value: string
  onChange(value: string): void
  id: string
  label: string
}

/** An amount above a list. */
export function MoneyFilter({ value, onChange, id, label }: MoneyFilterProps) {
  return (
    <InputNumber<string>
      id={id}
      className="k-fill"
      stringMode
      precision={2}
      min="0"
      prefix="¥"
      placeholder={label}
      value={value === '' ? null : value}
      onChange={(amount) => onChange(textOf(amount))}
    />
  )
}

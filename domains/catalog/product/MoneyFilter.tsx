import Input from 'antd/es/input/Input'

interface MoneyFilterProps {
  value: string
  onChange(value: string): void
  id: string
}

const AMOUNT = /^\d*(\.\d{0,2})?$/

/** An amount above a list. */
export function MoneyFilter({ value, onChange, id }: MoneyFilterProps) {
  return (
    <Input
      id={id}
      inputMode="decimal"
      prefix="¥"
      allowClear
      value={value}
      onChange={({ target }) => {
        if (AMOUNT.test(target.value)) onChange(target.value)
      }}
    />
  )
}

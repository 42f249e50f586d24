import { InputNumber } from 'antd'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from './fieldUi.ts'

interface NumberInputProps extends InputProps {
  kind: 'int' | 'decimal' | 'money' | 'fixed'
  suffix?: string | undefined
}

/** Numbers of a form: whole, decimal, or with two decimals and as text, as amounts are, so that no cent is lost. */
export default function NumberInput({ kind, suffix, ...props }: NumberInputProps) {
  const common = {
    ...ariaOf(props),
    id: props.id,
    className: 'k-fill',
    disabled: props.disabled,
    placeholder: placeholderOf(props, '请输入'),
    onChange: props.onChange,
  }
  if (kind === 'money' || kind === 'fixed')
    return (
      <InputNumber<string>
        {...common}
        value={isNone(props.value) ? null : textOf(props.value)}
        precision={2}
        stringMode
        {...(kind === 'money' ? { prefix: '¥' } : {})}
      />
    )
  const value = isNone(props.value) ? null : Number(props.value)
  if (kind === 'int') return <InputNumber<number> {...common} value={value} precision={0} />
  return (
    <InputNumber<number>
      {...common}
      value={value}
      precision={props.field.decimals ?? 3}
      // The input would show 1 as 1.000; people write what they mean.
      formatter={(shown) => (shown === undefined ? '' : String(shown))}
      suffix={suffix}
    />
  )
}

import { Radio } from 'antd'
import { ariaOf, type InputProps } from './fieldUi.ts'

interface RadiosProps extends InputProps {
  options: { value: number | string; label: string }[]
}

/** Choices that stand side by side. Loaded with the first of them: lists have none. */
export default function Radios(props: RadiosProps) {
  const { options, value, onChange, id, disabled } = props
  return (
    <Radio.Group
      {...ariaOf(props)}
      id={id}
      disabled={disabled}
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { ColorPicker } from 'antd'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'

/** A colour as #rrggbb; none leaves the usual one. */
export function ColourInput(props: InputProps) {
  const { value, onChange, disabled } = props
  const text = textOf(value)
  return (
    <span {...ariaOf(props)}>
      <ColorPicker
        value={text === '' ? null : text}
        disabled={disabled ?? false}
        disabledAlpha
        allowClear
        format="hex"
        showText={() => <span>{text === '' ? '默认' : text}</span>}
        onChange={(colour) => onChange(colour.cleared ? '' : colour.toHexString().slice(0, 7))}
      />
    </span>
  )
}

import { ClockCircleOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { readHours } from '#kit/shared/hours.ts'
import { ariaOf, type FieldUi, type InputProps, NONE, placeholderOf, textOf } from '#kit/web/fieldUi.ts'

function shown(text: string): string {
  const { start, end } = readHours(text)
  return `${start} – ${end}`
}

function HourRangeInput(props: InputProps) {
  const { id, field, value, disabled, onChange } = props
  const text = textOf(value)
  const choose = async () => {
    const { pickHours } = await import('#kit/web/picker/TimeRange.tsx')
    const chosen = await pickHours({ value: text, equal: field.equal ?? false })
    if (chosen !== null) onChange(chosen)
  }
  return (
    <Space.Compact block>
      <Button
        {...ariaOf(props)}
        id={id}
        disabled={disabled}
        icon={<ClockCircleOutlined />}
        style={{ flex: 1 }}
        onClick={() => void choose()}
      >
        {text === '' ? placeholderOf(props, '请选择') : shown(text)}
      </Button>
      {text !== '' && !field.required && (
        <Button disabled={disabled} onClick={() => onChange('')}>
          清除
        </Button>
      )}
    </Space.Compact>
  )
}

/** A range of hours is chosen in a dialog. */
export const hourRangeUi: FieldUi = {
  Input: HourRangeInput,
  Cell: ({ value }) => (textOf(value) === '' ? NONE : shown(textOf(value))),
}

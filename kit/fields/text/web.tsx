import Input from 'antd/es/input/Input'
import { ariaOf, type FieldUi, isBlank, isNone, NONE, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const LongInput = lazyInput(() => import('#kit/web/LongInput.tsx'), 'long')

// Counted as the server counts: an emoji is one character.
const countOf = (max: number) => ({
  max,
  strategy: (text: string) => [...text].length,
  exceedFormatter: (text: string) => [...text].slice(0, max).join(''),
})

export const textUi: FieldUi = {
  Input: (props) => (
    <Input
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请输入')}
      count={countOf(props.field.max ?? 255)}
      allowClear
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
  Cell: ({ field, value }) => <>{isBlank(field, value) ? NONE : textOf(value)}</>,
  Filter: ({ value, onChange, id }) => (
    <Input id={id} value={value} allowClear onChange={(event) => onChange(event.target.value)} />
  ),
}

export const longTextUi: FieldUi = {
  Input: (props) =>
    props.compact ? (
      <textUi.Input {...props} />
    ) : (
      <LongInput
        {...ariaOf(props)}
        id={props.id}
        value={textOf(props.value)}
        disabled={props.disabled}
        placeholder={placeholderOf(props, '请输入')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        count={{ ...countOf(props.field.max ?? 500), show: true }}
        onChange={(event) => props.onChange(event.target.value)}
      />
    ),
  Cell: ({ value, wide }) =>
    isNone(value) ? NONE : <span className={wide ? 'k-prose' : 'k-two-lines'}>{textOf(value)}</span>,
}

import { Select } from 'antd'
import { ariaOf, type FieldUi, NONE, placeholderOf } from '#kit/web/fieldUi.ts'

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : []

/** Texts are typed one after the other (Enter or comma) or pasted, one per line of a spreadsheet. */
export const textsUi: FieldUi = {
  Input: (props) => (
    <Select<string[]>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      aria-label={props.field.label}
      mode="tags"
      open={false}
      suffixIcon={null}
      value={textsOf(props.value)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请输入')}
      tokenSeparators={[',', '，', '\n', '\t']}
      maxCount={props.field.max ?? 100}
      onChange={(texts) => props.onChange([...new Set(texts.map((one) => one.trim()))].filter(Boolean))}
    />
  ),
  Cell: ({ value }) => <>{textsOf(value).join('、') || NONE}</>,
}

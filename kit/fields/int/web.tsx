import { InputNumber } from 'antd'
import { ariaOf, type FieldUi, isNone, NONE, placeholderOf, textOf } from '#kit/web/fieldUi.ts'

export const intUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <InputNumber<number>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      value={isNone(props.value) ? null : Number(props.value)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请输入')}
      precision={0}
      onChange={props.onChange}
    />
  ),
  Cell: ({ value }) => <>{isNone(value) ? NONE : textOf(value)}</>,
  Filter: ({ field, value, onChange, id }) => (
    <InputNumber<number>
      id={id}
      className="k-fill"
      value={value === '' ? null : Number(value)}
      precision={0}
      placeholder={field.label}
      onChange={(number) => onChange(textOf(number))}
    />
  ),
}

import { InputNumber } from 'antd'
import type { Field } from '#kit/shared/field.ts'
import { ariaOf, type FieldUi, isNone, NONE, placeholderOf } from '#kit/web/fieldUi.ts'

const MAX_PERCENT = 99.99
const isPercent = (field: Field) => field.decimals === 2 && field.max === MAX_PERCENT

export const decimalUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <InputNumber<number>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      value={isNone(props.value) ? null : Number(props.value)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请输入')}
      precision={props.field.decimals ?? 3}
      // The input would show 1 as 1.000; people write what they mean.
      formatter={(value) => (value === undefined ? '' : String(value))}
      parser={(text) => Number(text)}
      suffix={isPercent(props.field) ? '%' : undefined}
      onChange={props.onChange}
    />
  ),
  Cell: ({ field, value }) => <>{isNone(value) ? NONE : `${Number(value)}${isPercent(field) ? '%' : ''}`}</>,
}

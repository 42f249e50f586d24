import { InputNumber } from 'antd'
import { formatAmount } from '#kit/shared/text.ts'
import { ariaOf, type FieldUi, isNone, NONE, placeholderOf, textOf } from '#kit/web/fieldUi.ts'

/** "1234.50" → "1,234.50" */
function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
}

export const moneyUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <InputNumber<string>
      {...ariaOf(props)}
      id={props.id}
      className="k-fill"
      value={isNone(props.value) ? null : textOf(props.value)}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请输入')}
      precision={2}
      stringMode
      prefix="¥"
      onChange={props.onChange}
    />
  ),
  Cell: ({ value }) => (
    <span className="k-number">{isNone(value) ? NONE : grouped(formatAmount(value))}</span>
  ),
}

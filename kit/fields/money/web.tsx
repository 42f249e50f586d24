import { groupedAmount } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const NumberInput = lazyInput(() => import('#kit/web/NumberInput.tsx'))

export const moneyUi: FieldUi = {
  align: 'right',
  Input: (props) => <NumberInput {...props} kind="money" />,
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : groupedAmount(value)}</span>,
}

import { Amount } from '#kit/web/Amount.tsx'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const NumberInput = lazyInput(() => import('#kit/web/NumberInput.tsx'))

export const moneyUi: FieldUi = {
  align: 'right',
  Input: (props) => <NumberInput {...props} kind="money" />,
  Cell: ({ value }) => (isNone(value) ? <span className="k-number">{NONE}</span> : <Amount value={value} />),
}

import type { Field } from '#kit/shared/field.ts'
import { groupedNumber, MAX_PERCENT } from '#kit/shared/text.ts'
import { Amount } from '#kit/web/Amount.tsx'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const NumberInput = lazyInput(() => import('#kit/web/NumberInput.tsx'))

const unitOf = (field: Field) => (field.decimals === 2 && field.max === MAX_PERCENT ? '%' : undefined)

export const decimalUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <NumberInput {...props} kind={props.field.fixed ? 'fixed' : 'decimal'} suffix={unitOf(props.field)} />
  ),
  Cell({ field, value }) {
    if (isNone(value)) return <>{NONE}</>
    if (field.fixed) return <Amount value={value} />
    return <span className="k-number">{`${groupedNumber(Number(value))}${unitOf(field) ?? ''}`}</span>
  },
}

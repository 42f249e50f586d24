import { lazy, Suspense } from 'react'
import { groupedAmount } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const NumberInput = lazy(() => import('#kit/web/NumberInput.tsx'))

export const moneyUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <NumberInput {...props} kind="money" />
    </Suspense>
  ),
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : groupedAmount(value)}</span>,
}

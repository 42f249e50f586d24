import { lazy, Suspense } from 'react'
import { formatAmount } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const NumberInput = lazy(() => import('#kit/web/NumberInput.tsx'))

/** "1234.50" → "1,234.50" */
function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
}

export const moneyUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <NumberInput {...props} kind="money" />
    </Suspense>
  ),
  Cell: ({ value }) => (
    <span className="k-number">{isNone(value) ? NONE : grouped(formatAmount(value))}</span>
  ),
}

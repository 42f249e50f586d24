import { lazy, Suspense } from 'react'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const DayInput = lazy(() => import('#kit/web/time/DayInput.tsx'))

export const dateUi: FieldUi = {
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <DayInput {...props} />
    </Suspense>
  ),
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : textOf(value)}</span>,
}

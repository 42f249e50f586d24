import { lazy, Suspense } from 'react'
import { formatTime } from '#kit/shared/time.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { browserZone } from '#kit/web/time/zone.ts'

const MomentInput = lazy(() => import('#kit/web/time/MomentInput.tsx'))

export const datetimeUi: FieldUi = {
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <MomentInput {...props} />
    </Suspense>
  ),
  Cell: ({ value }) => (
    <span className="k-number">{isNone(value) ? NONE : formatTime(Number(value), browserZone)}</span>
  ),
}

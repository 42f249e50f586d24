import { lazy, Suspense } from 'react'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const MonthInput = lazy(() => import('#kit/web/time/MonthInput.tsx'))

export const monthUi: FieldUi = {
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <MonthInput {...props} />
    </Suspense>
  ),
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : textOf(value)}</span>,
  Filter: ({ field, value, onChange, id }) => (
    <Suspense fallback={<Busy />}>
      <MonthInput
        field={field}
        value={value}
        {...(id === undefined ? {} : { id })}
        placeholder="全部"
        onChange={(month) => onChange(textOf(month))}
      />
    </Suspense>
  ),
}

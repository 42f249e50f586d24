import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { digitsOnly } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const NumberInput = lazy(() => import('#kit/web/NumberInput.tsx'))

export const intUi: FieldUi = {
  align: 'right',
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <NumberInput {...props} kind="int" />
    </Suspense>
  ),
  Cell: ({ value }) => <>{isNone(value) ? NONE : textOf(value)}</>,
  Filter: ({ value, onChange, id }) => (
    <Input
      id={id}
      value={value}
      allowClear
      inputMode="numeric"
      onChange={(event) => onChange(digitsOnly(event.target.value))}
    />
  ),
}

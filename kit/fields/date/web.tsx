import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const DayInput = lazyInput(() => import('#kit/web/time/DayInput.tsx'))

export const dateUi: FieldUi = {
  Input: (props) => <DayInput {...props} />,
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : textOf(value)}</span>,
  Filter: ({ field, value, onChange, id }) => (
    <DayInput
      field={field}
      value={value}
      {...(id === undefined ? {} : { id })}
      placeholder="全部"
      onChange={(day) => onChange(textOf(day))}
    />
  ),
}

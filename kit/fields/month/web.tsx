import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const MonthInput = lazyInput(() => import('#kit/web/time/MonthInput.tsx'))

export const monthUi: FieldUi = {
  Input: (props) => <MonthInput {...props} />,
  Cell: ({ value }) => <span className="k-number">{isNone(value) ? NONE : textOf(value)}</span>,
  Filter: ({ field, value, onChange, id }) => (
    <MonthInput
      field={field}
      value={value}
      {...(id === undefined ? {} : { id })}
      placeholder="全部"
      onChange={(month) => onChange(textOf(month))}
    />
  ),
}

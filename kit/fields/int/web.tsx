import Input from 'antd/es/input/Input'
import { digitsOnly, groupedNumber } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const NumberInput = lazyInput(() => import('#kit/web/NumberInput.tsx'))

export const intUi: FieldUi = {
  align: 'right',
  Input: (props) => <NumberInput {...props} kind="int" />,
  // An id is a name, not a figure.
  Cell: ({ name, value }) => (
    <span className="k-number">
      {isNone(value) ? NONE : /^u?id$|Id$/.test(name) ? String(value) : groupedNumber(Number(value))}
    </span>
  ),
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

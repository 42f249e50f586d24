import Input from 'antd/es/input/Input'
import { digitsOnly } from '#kit/shared/text.ts'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const NumberInput = lazyInput(() => import('#kit/web/NumberInput.tsx'))

export const intUi: FieldUi = {
  align: 'right',
  Input: (props) => <NumberInput {...props} kind="int" />,
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

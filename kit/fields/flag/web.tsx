import { Switch } from 'antd'
import { choiceUi } from '#kit/fields/choice/web.tsx'
import { ariaOf, type FieldUi, type InputProps, isNone, NONE } from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'

/** They answer a question and are no states. */
const ANSWERS = ['是', '否']

function FlagInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const texts = field.choices ?? []
  // A switch cannot show "not decided yet".
  if (field.initial === undefined && !props.compact) return <choiceUi.Input {...props} />
  return (
    <Switch
      {...ariaOf(props)}
      id={id}
      disabled={disabled}
      checked={Number(value) === 1}
      checkedChildren={texts[0]?.label}
      unCheckedChildren={texts[1]?.label}
      onChange={(on) => onChange(on ? 1 : 0)}
    />
  )
}

export const flagUi: FieldUi = {
  Input: FlagInput,
  Cell: ({ field, value }) => {
    if (isNone(value)) return NONE
    const on = Number(value) === 1
    const label = field.choices?.find((one) => one.value === (on ? 1 : 0))?.label ?? ''
    return ANSWERS.includes(label) ? label : <StateTag label={label} means={on ? 'done' : 'off'} />
  },
  Filter: choiceUi.Filter,
}

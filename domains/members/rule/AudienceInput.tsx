import { FieldInput } from '#kit/fields/web.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { BY_CONDITIONS, SCOPE_ENTITY } from './audience.ts'
import { RuleInput } from './RuleInput.tsx'

/** Who is named, chosen from what the kind of audience names. */
function NamedInput(props: InputProps) {
  const scope = Number(useFormDraft().customerScope)
  const entity = SCOPE_ENTITY[scope]
  if (entity === undefined) return null
  return <FieldInput {...props} field={{ ...props.field, ref: entity }} />
}

/** The inputs of audienceFields in a form. Members, notation [aud]. */
export const AUDIENCE_INPUTS = {
  customerIds: { Input: NamedInput, wide: true },
  conditions: { Input: RuleInput, wide: true },
}

/** Which of audienceFields do not apply. */
export function audienceHidden(name: string, values: WireRow): boolean {
  const scope = Number(values.customerScope)
  if (name === 'customerIds') return SCOPE_ENTITY[scope] === undefined
  return name === 'conditions' && scope !== BY_CONDITIONS
}

import { FieldInput } from '#kit/fields/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'

/** A score has the limits of a percentage, but it is none: its input shows no sign of one. */
export function ScoreInput(props: InputProps) {
  return <FieldInput {...props} field={{ ...props.field, max: 100 }} />
}

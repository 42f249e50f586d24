import type { ComponentType } from 'react'
import { ref } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'

/** The input of a plain id of a row of a higher room: a reference to it. Doors §2. */
export function refInput(entity: string): ComponentType<InputProps> {
  return (props) => <FieldInput {...props} field={ref(props.field.label, entity)} />
}

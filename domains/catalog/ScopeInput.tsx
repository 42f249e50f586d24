import { FieldInput } from '#kit/fields/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'

interface ScopeInputProps extends InputProps {
  /** what each scope names */
  entities: Readonly<Record<number, string>>
}

/** 指定对象: references to what the scope of the form names. */
export function ScopeInput({ field, entities, ...props }: ScopeInputProps) {
  const ref = entities[Number(useFormDraft().scopeType ?? 0)]
  return ref === undefined ? null : <FieldInput {...props} field={{ ...field, ref }} />
}

import { z } from 'zod'

/** A form field as a definition describes it. Workflow §1.3 fields. */
export interface FormField {
  name: string
  label: string
  type: string
  attrs: Record<string, string>
}

const formFields = z.array(
  z.object({
    name: z.string().min(1),
    displayName: z.string().catch(''),
    type: z.string().catch(''),
    attrs: z.array(z.object({ name: z.string(), value: z.string().catch('') })).catch([]),
  }),
)

/** The form fields a node defines itself, from its property `fields`. */
export function formFieldsOf(fields: unknown): FormField[] {
  const { data = [] } = formFields.safeParse(fields)
  return data.map(({ name, displayName, type, attrs }) => ({
    name,
    label: displayName === '' ? name : displayName,
    type,
    attrs: Object.fromEntries(attrs.map((one) => [one.name, one.value])),
  }))
}

import { createContext, use } from 'react'
import type { FieldError } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'

/** Reasons of refusals by path: 'unitName', 'attrValue.0.price'. */
export type Errors = Readonly<Record<string, string>>

export const FormErrors = createContext<Errors>({})

/** The errors of the form around. */
export function useFormErrors(): Errors {
  return use(FormErrors)
}

/** The reasons of a refusal that belong to fields of the form, by path. */
export function placed(fields: readonly FieldError[], shape: Shape): Errors {
  const own = fields.filter(({ field }) => shape[field.split('.')[0] ?? ''] !== undefined)
  return Object.fromEntries(own.map(({ field, message }) => [field, message]))
}

/** How many errors stand at some of the fields, or inside of them. */
export function countIn(errors: Errors, names: readonly string[]): number {
  return Object.keys(errors).filter((path) => names.includes(path.split('.')[0] ?? '')).length
}

/** What is to be said of errors at fields that are not shown: each with the label of its field; '' when all are shown. */
export function unseen(errors: Errors, shown: ReadonlySet<string>, shape: Shape): string {
  const said = Object.entries(errors).flatMap(([path, message]) => {
    const [name = ''] = path.split('.')
    if (shown.has(name)) return []
    const label = shape[name]?.label ?? ''
    return [label === '' || message.includes(label) ? message : `${label}：${message}`]
  })
  return [...new Set(said)].join('；')
}

/** Without the errors at a path and inside of it. */
export function without(errors: Errors, path: string): Errors {
  const kept = Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`))
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept)
}

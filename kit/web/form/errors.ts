import { createContext, use } from 'react'

/** Reasons of refusals by path: 'unitName', 'attrValue.0.price'. */
export type Errors = Readonly<Record<string, string>>

export const FormErrors = createContext<Errors>({})

/** The errors of the form around. */
export function useFormErrors(): Errors {
  return use(FormErrors)
}

/** Without the errors at a path and inside of it. */
export function without(errors: Errors, path: string): Errors {
  const kept = Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`))
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept)
}

import type { Field } from '#kit/shared/field.ts'

// Values of the configuration as text: what a person types, and what the table keeps.

// Fields whose wire form is a structure; text of the others is read by their own schema.
const STRUCTURED = new Set(['json', 'lines', 'files'])

/** A typed value as the text that is stored and shown. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  const wire = field.encode(value)
  return typeof wire === 'string' ? wire : JSON.stringify(wire)
}

/** What a field's schema reads from a stored or typed text. */
export function wireOfText(field: Field, text: string): unknown {
  const isList = field.many === true && text.startsWith('[')
  if ((!STRUCTURED.has(field.type) && !isList) || text === '') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

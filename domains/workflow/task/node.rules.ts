import { z } from 'zod'
import { type Compiled, fieldOf, type Step, textOf } from '../engine/compile.ts'
import type { Variables } from '../engine/records.ts'
import { type FormField, formFieldsOf } from './formFields.ts'

/** What somebody at a node may do with a field. */
export type Right = 'read' | 'edit' | 'hidden'

/** A node of a version wherever it lies; its id is unique over all scopes. */
export function stepNamed(compiled: Compiled, node: string): Step | undefined {
  for (const scope of compiled.scopes.values()) {
    const step = scope.steps.get(node)
    if (step !== undefined) return step
  }
  return undefined
}

const rights = z.record(z.string(), z.enum(['read', 'edit', 'hidden']))

/** Field rights of a node: the json text of its attribute fieldRights. What cannot be read gives none. */
export function rightsOf(step: Step): Record<string, Right> {
  const text = fieldOf(step, 'fieldRights')
  if (text === '') return {}
  try {
    return rights.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

/** The form fields a node defines itself. */
export function fieldsOf(step: Step): FormField[] {
  return formFieldsOf(step.properties.fields)
}

/** Whether somebody has to fill something in at a node, so that many cannot be agreed to at once. Workflow §4. */
export function hasOwnForm(step: Step): boolean {
  const form = textOf(step, 'form')
  if (form !== '' && !isPage(form)) return true
  return fieldsOf(step).length > 0 || Object.values(rightsOf(step)).includes('edit')
}

/** A form that is a page of the product; another text names a registered form. */
export const isPage = (form: string): boolean => form.startsWith('/')

/** The route of a document, its id filled in. */
export function pageOf(route: string, businessId: number | null): string {
  if (!isPage(route)) return ''
  if (/\{id\}|:id\b/.test(route)) {
    return businessId === null ? '' : route.replace(/\{id\}|:id\b/g, String(businessId))
  }
  return route
}

/** The variables somebody at a node may see. What the engine keeps for itself is nobody's. */
export function shownVariables(variables: Variables, of: Readonly<Record<string, Right>>): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => of[name] !== 'hidden' && !name.startsWith('snaker.')),
  )
}

/**
 * The first of the values that a node does not let anybody set, or null. A field of the node may be set unless its
 * right says less; other names only with the right to edit them, or where the node speaks of no fields at all and
 * the value is none that came with the document.
 */
export function refusedValue(step: Step, values: Variables, ofDocument: readonly string[]): string | null {
  const own = new Set(fieldsOf(step).map((field) => field.name))
  const allowed = rightsOf(step)
  const isFree = own.size === 0 && Object.keys(allowed).length === 0
  for (const name of Object.keys(values)) {
    const right = allowed[name] ?? (own.has(name) || (isFree && !ofDocument.includes(name)) ? 'edit' : 'read')
    if (right !== 'edit' || name.startsWith('snaker.')) return name
  }
  return null
}

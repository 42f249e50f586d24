import type { Field, Shape } from '#kit/shared/field.ts'

/** Names of fields for which the form brings an input of its own. */
export type OwnInputs = Readonly<Record<string, { Input?: unknown }>>

/** What is known of the browser: whether the person may see a field, and whether its type has an input for it here. */
export interface Screen {
  mayShow(field: Field): boolean
  hasPlace(field: Field): boolean
}

/** What may be filled in at all, by declaration and rights; an input for it need not be there. */
function settable(shape: Shape, screen: Screen): [string, Field][] {
  return Object.entries(shape).filter(
    ([, field]) => field.form !== false && !field.readOnly && screen.mayShow(field),
  )
}

/** The fields a person can fill in: those with an input of their type or of the form's own. */
export function fillable(shape: Shape, own: OwnInputs, screen: Screen): [string, Field][] {
  return settable(shape, screen).filter(
    ([name, field]) => own[name]?.Input !== undefined || screen.hasPlace(field),
  )
}

/** Which row is changed, and the version of it that was read: every form sends them by itself. */
const SENT_ALONG: readonly string[] = ['id', 'version']

/**
 * Names of fields that a form forgets: it has an input for them, or they are required, and no group of it names them.
 * Without groups a form shows every field there is an input for. Frame §5.
 */
export function forgottenFields(
  shape: Shape,
  groups: readonly { fields: readonly string[] }[] | undefined,
  own: OwnInputs,
  screen: Screen,
): string[] {
  const inputs = new Set(fillable(shape, own, screen).map(([name]) => name))
  const placed = groups === undefined ? inputs : new Set(groups.flatMap((group) => group.fields))
  return settable(shape, screen)
    .filter(([name]) => !SENT_ALONG.includes(name))
    .filter(([name, field]) =>
      inputs.has(name) ? !placed.has(name) : field.required === true && field.initial === undefined,
    )
    .map(([name]) => name)
}

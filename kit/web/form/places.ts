import type { Field, Shape } from '#kit/shared/field.ts'
import { isSecret } from '#kit/shared/redact.ts'

/** What a form says of its fields: for which it brings an input of its own, and which hold secrets. */
export type OwnInputs = Readonly<Record<string, { Input?: unknown; secret?: boolean }>>

/** What is known of the browser: whether the person may see a field, and whether its type has an input for it here. */
export interface Screen {
  mayShow(field: Field): boolean
  hasPlace(field: Field): boolean
}

/** Fields that a form does not show though a person may fill them in, each with the reason. */
export type LeftOut = Readonly<Record<string, string>>

/** The fields a person can fill in: those with an input of their type or of the form's own. */
export function fillable(shape: Shape, own: OwnInputs, screen: Screen): [string, Field][] {
  return Object.entries(shape)
    .filter(([, field]) => field.form !== false && !field.readOnly && screen.mayShow(field))
    .filter(([name, field]) => own[name]?.Input !== undefined || screen.hasPlace(field))
}

/** Which row is changed, and the version of it that was read: every form sends them by itself. */
const SENT_ALONG: readonly string[] = ['id', 'version']

/**
 * Whether what is typed into a field may be kept in the browser: no secrets, and nothing that is shown to few. Lines with such a
 * column are not kept at all, for lines without it would be taken for lines where it is blank. Screens §4.
 */
export function isKeepable(name: string, field: Field, own: OwnInputs = {}): boolean {
  if (isSecret(name) || field.masked !== undefined || own[name]?.secret === true) return false
  return Object.entries(field.shape ?? {}).every(([column, one]) => isKeepable(column, one))
}

interface Group {
  fields: readonly string[]
}

/**
 * The groups of a form with everything it can fill in: what no group names, and what is not left out with a reason, stands
 * behind the last one, so that nothing declared is invisible. Without groups all fields follow each other. Architecture §3.
 */
export function wholeGroups<G extends Group>(
  groups: readonly G[] | undefined,
  names: readonly string[],
  leftOut: LeftOut = {},
): readonly (G | Group)[] {
  const shown = names.filter((name) => !Object.hasOwn(leftOut, name))
  if (groups === undefined) return [{ fields: shown }]
  const placed = new Set([...groups.flatMap((group) => group.fields), ...SENT_ALONG])
  const rest = shown.filter((name) => !placed.has(name))
  return rest.length === 0 ? groups : [...groups, { fields: rest }]
}

/** Names of fields that have to be filled in and have no input here, and that are not left out with a reason. */
export function unsettable(shape: Shape, own: OwnInputs, screen: Screen, leftOut: LeftOut = {}): string[] {
  const inputs = new Set(fillable(shape, own, screen).map(([name]) => name))
  return Object.entries(shape)
    .filter(([, field]) => field.required === true && field.initial === undefined && field.form !== false)
    .filter(([name, field]) => !inputs.has(name) && !field.readOnly && screen.mayShow(field))
    .map(([name]) => name)
    .filter((name) => !SENT_ALONG.includes(name) && !Object.hasOwn(leftOut, name))
}

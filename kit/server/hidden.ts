import type { Call } from '#kit/shared/call.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { knownEntities, knownEntity } from './dbErrors.ts'
import type { LoggedChange } from './log.ts'
import { may, type Who } from './who.ts'

// What a row says again elsewhere than in its own answers — in logs, messages to systems outside, variables of a
// process — is shown by the same permissions of its fields. Decision 0048.

/** The fields of a shape that not everybody sees whole, by name, those of its lines among them. */
type Guarded = ReadonlyMap<string, Field>

const known = new WeakMap<Shape, Guarded>()

function guardedOf(shape: Shape): Guarded {
  const found = known.get(shape)
  if (found !== undefined) return found
  const guarded = new Map<string, Field>()
  for (const [name, field] of Object.entries(shape)) {
    if (field.shape !== undefined) for (const [inner, one] of guardedOf(field.shape)) guarded.set(inner, one)
    if (field.permission !== undefined || field.masked !== undefined) guarded.set(name, field)
  }
  known.set(shape, guarded)
  return guarded
}

const isHidden = (who: Who, field: Field | undefined): boolean =>
  field?.permission !== undefined && !may(who, field.permission)

/** A value under the name of a field as the person may see it; null when they may not. */
function shown(who: Who, field: Field | undefined, value: unknown): unknown {
  if (isHidden(who, field)) return null
  const { masked } = field ?? {}
  return masked !== undefined && typeof value === 'string' && value !== '' && !may(who, masked.permission)
    ? masked.show(value)
    : value
}

/**
 * A copy of a value without what the person may not see under the names of a shape's fields, however deep they stand;
 * masked ones as the person sees them in the record itself.
 */
export function hideFields(who: Who, shape: Shape, value: unknown): unknown {
  return who.all ? value : copyOf(who, guardedOf(shape), value)
}

/** Guarded fields of any entity, for lines that say which field they are about: {field: 'cost', newValue: …}. */
let everywhere: { of: number; guarded: Guarded } = { of: 0, guarded: new Map() }

function guardedAnywhere(): Guarded {
  const entities = knownEntities()
  if (everywhere.of !== entities.length)
    everywhere = {
      of: entities.length,
      guarded: new Map(entities.flatMap((one) => [...guardedOf(one.all)])),
    }
  return everywhere.guarded
}

function isAboutHidden(who: Who, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('field' in value)) return false
  return typeof value.field === 'string' && isHidden(who, guardedAnywhere().get(value.field))
}

function copyOf(who: Who, guarded: Guarded, value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !isAboutHidden(who, one)).map((one) => copyOf(who, guarded, one))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = guarded.get(name)
      return isHidden(who, field) ? [] : [[name, shown(who, field, copyOf(who, guarded, one))]]
    }),
  )
}

/** The same for a record of a kind that is known by the name of its entity. */
export function hideRecord<V>(who: Who, type: string, value: V): V {
  return trust(hideFields(who, knownEntity(type)?.all ?? {}, value))
}

/** Logged changes without the fields the person may not see, nor those a log does not keep. */
export function hideChanges(who: Who, changes: readonly LoggedChange[]): LoggedChange[] {
  return changes.map((change) => {
    const shape: Shape = knownEntity(change.type)?.all ?? {}
    const fields = change.fields.flatMap((one) => {
      const field = shape[one.field]
      if (isHidden(who, field) || field?.unlogged) return []
      const tell = (value: unknown) => shown(who, field, hideFields(who, shape, value))
      return [{ ...one, before: tell(one.before), after: tell(one.after) }]
    })
    return { ...change, fields }
  })
}

let callsByPath: ReadonlyMap<string, Call> = new Map()

/** Remembers the calls, so that what was asked of them can be shown by the permissions of their fields. */
export function knowCalls(calls: readonly Call[]): void {
  callsByPath = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))
}

/** The logged parameters of a call as the person may see them. A text that was cut can hold anything: then none. */
export function hideParams(
  who: Who,
  { method, path }: { method: string; path: string },
  params: unknown,
): unknown {
  const shape = callsByPath.get(`${method} ${path}`)?.shape ?? {}
  const isCut = 'shortened' in trust<object>(params ?? {})
  const isPlain = Object.values(shape).every((field) => field.shape === undefined && field.type !== 'json')
  const isWhole = who.all || (guardedOf(shape).size === 0 && isPlain)
  return isCut && !isWhole ? {} : hideFields(who, shape, params)
}

import type { Call } from '#kit/shared/call.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db } from './database.ts'
import { knownEntities, knownEntity } from './dbErrors.ts'
import type { LoggedChange } from './log.ts'
import { namedPoint, perDatabase, type Registration } from './points.ts'
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
export function hideFields(db: Db, who: Who, shape: Shape, value: unknown): unknown {
  return who.all ? value : copyOf(db, who, guardedOf(shape), value)
}

/** Guarded fields of any entity, for lines that say which field they are about: {field: 'cost', newValue: …}. */
const everywhere = perDatabase<{ of: number; guarded: Guarded }>(() => ({ of: 0, guarded: new Map() }))

function guardedAnywhere(db: Db): Guarded {
  const kept = everywhere(db)
  const entities = knownEntities(db)
  if (kept.of !== entities.length) {
    kept.of = entities.length
    kept.guarded = new Map(entities.flatMap((one) => [...guardedOf(one.all)]))
  }
  return kept.guarded
}

function isAboutHidden(db: Db, who: Who, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('field' in value)) return false
  return typeof value.field === 'string' && isHidden(who, guardedAnywhere(db).get(value.field))
}

function copyOf(db: Db, who: Who, guarded: Guarded, value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !isAboutHidden(db, who, one)).map((one) => copyOf(db, who, guarded, one))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = guarded.get(name)
      return isHidden(who, field) ? [] : [[name, shown(who, field, copyOf(db, who, guarded, one))]]
    }),
  )
}

/** The same for a record of a kind that is known by the name of its entity. */
export function hideRecord<V>(db: Db, who: Who, type: string, value: V): V {
  return trust(hideFields(db, who, knownEntity(db, type)?.all ?? {}, value))
}

/** Logged changes without the fields the person may not see, nor those a log does not keep. */
export function hideChanges(db: Db, who: Who, changes: readonly LoggedChange[]): LoggedChange[] {
  return changes.map((change) => {
    const shape: Shape = knownEntity(db, change.type)?.all ?? {}
    const fields = change.fields.flatMap((one) => {
      const field = shape[one.field]
      if (isHidden(who, field) || field?.unlogged) return []
      const tell = (value: unknown) => shown(who, field, hideFields(db, who, shape, value))
      return [{ ...one, before: tell(one.before), after: tell(one.after) }]
    })
    return { ...change, fields }
  })
}

const callsByPath = namedPoint<Call>('Call')

/** Registers a call, so that what was asked of it can be shown by the permissions of its fields. */
export const declareCall = (call: Call): Registration => callsByPath.as(`${call.method} ${call.path}`, call)

/** The logged parameters of a call as the person may see them. A text that was cut can hold anything: then none. */
export function hideParams(
  db: Db,
  who: Who,
  { method, path }: { method: string; path: string },
  params: unknown,
): unknown {
  const shape = callsByPath.of(db, `${method} ${path}`)?.shape ?? {}
  const isCut = 'shortened' in trust<object>(params ?? {})
  const isPlain = Object.values(shape).every((field) => field.shape === undefined && field.type !== 'json')
  const isWhole = who.all || (guardedOf(shape).size === 0 && isPlain)
  return isCut && !isWhole ? {} : hideFields(db, who, shape, params)
}

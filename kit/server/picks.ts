import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { permissionOf } from '#kit/shared/path.ts'
import type { RoomFacts } from '#kit/shared/room.ts'
import type { Db } from './database.ts'
import { type Registration, singlePoint } from './points.ts'
import { may, type Who } from './who.ts'

/** Which permissions let a person choose rows of an entity; null: every session. */
type Rights = ReadonlyMap<string, ReadonlySet<string> | null>

const rights = singlePoint<Rights>('Rights to choose')

/** What the fields of a shape refer to, those of their lines too. */
function refsIn(shape: Shape): string[] {
  return Object.values(shape).flatMap((field) => [
    ...(field.ref === undefined ? [] : [field.ref]),
    ...(field.refers ?? []),
    ...Object.values(field.refersBy?.entities ?? {}),
    ...(field.shape === undefined ? [] : refsIn(field.shape)),
  ])
}

const withoutLast = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const needsRight = (call: Call): boolean => call.permission !== 'login' && call.permission !== 'public'

/** The rights to choose rows, by entity: whoever may use a call that refers to it, or one of its own calls. Decision 0048. */
export function rightsToPick(facts: readonly RoomFacts[], calls: readonly Call[]): Rights {
  const found = new Map<string, Set<string> | null>()
  const pickers = calls.filter((call) => call.picks !== undefined)
  for (const { picks = '' } of pickers) found.set(picks, new Set())
  for (const { entities } of facts)
    for (const entity of entities) if (entity.facts.open) found.set(entity.name, null)
  const own = new Map(pickers.map((call) => [permissionOf(withoutLast(call.path)), call.picks ?? '']))
  for (const call of calls.filter(needsRight)) {
    const names = [...refsIn(call.shape), ...refsIn(call.answer.shape ?? {}), ...(call.refers ?? [])]
    const kin = own.get(permissionOf(withoutLast(call.path.replace(/\/:.*$/, ''))))
    for (const name of kin === undefined ? names : [...names, kin]) found.get(name)?.add(call.permission)
  }
  return found
}

/** Registers who may choose what, by the calls of all rooms. */
export const declarePicks = (facts: readonly RoomFacts[], calls: readonly Call[]): Registration =>
  rights.as(rightsToPick(facts, calls))

/** Whether a person works with rows of an entity and may therefore choose and name them, within the data scope. */
export function mayPick(db: Db, who: Who, entity: string): boolean {
  const codes = rights.of(db)?.get(entity)
  if (codes === null) return true
  return who.all || [...(codes ?? [])].some((code) => may(who, code))
}

import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { sameValue } from '#kit/shared/record.ts'
import type { Db } from './database.ts'
import type { LoggedChange } from './log.ts'
import { may, type Who } from './who.ts'

/**
 * What the changes of a log row (operLog.changes) say of one record, as on the wire, without what the person may not see; `hidden`
 * are fields that its kind hides from them besides (RecordKind.hides). Screens §3.
 */
export function changedFields(
  who: Who,
  of: Entity,
  id: number,
  changes: unknown,
  hidden: readonly string[] = [],
) {
  return trust<readonly LoggedChange[]>(changes)
    .filter((one) => one.type === of.name && one.id === id)
    .flatMap((one) => one.fields)
    .flatMap(({ field, label, before, after }) => {
      const known = of.all[field]
      if (known === undefined || isHidden(who, known) || hidden.includes(field)) return []
      const wire = (value: unknown) => wireOf(known, value, (code) => may(who, code))
      return [{ field, label, before: wire(before), after: wire(after) }]
    })
}

/** Fields whose differences are told: what a person changes, not what follows from decisions or other systems. */
const isTold = (of: Entity, name: string): boolean => of.all[name]?.readOnly !== true

/**
 * What was changed of a record since it was approved last, field by field with what it said then, as on the wire and without
 * what the person may not see; null when it was never approved. From the operation log: what lies before its retention is not
 * told. Screens §3.
 */
export async function changedSinceApproval(
  db: Db,
  who: Who,
  of: Entity,
  id: number,
  hidden: readonly string[] = [],
) {
  const passed = db
    .selectFrom('documentDecision')
    .select((builder) => builder.fn.max('time').as('time'))
    .where('type', '=', of.name)
    .where('documentId', '=', id)
    .where('action', 'in', ['pass', 'passOwn'])
  if ((await passed.executeTakeFirst())?.time == null) return null
  const rows = await db
    .selectFrom('operLog')
    .select('changes')
    .where('bizType', '=', of.name)
    .where('bizId', '=', id)
    // In the database: a moment loses its microseconds on the way.
    .where('time', '>', passed)
    .orderBy('id')
    .execute()
  const merged = new Map<string, ReturnType<typeof changedFields>[number]>()
  for (const one of rows.flatMap(({ changes }) => changedFields(who, of, id, changes, hidden)))
    merged.set(one.field, { ...one, before: (merged.get(one.field) ?? one).before })
  return [...merged.values()]
    .filter(({ field, before, after }) => isTold(of, field) && !sameValue(before, after))
    .map(({ field, before }) => ({ field, before }))
}

const isHidden = (who: Who, { permission }: Field): boolean =>
  permission !== undefined && !may(who, permission)

/** A value as the log keeps it, as on the wire. */
function wireOf(field: Field, value: unknown, allowed: (code: string) => boolean): unknown {
  if (value === null) return null
  return field.encode(field.type === 'datetime' ? new Date(String(value)) : value, allowed)
}

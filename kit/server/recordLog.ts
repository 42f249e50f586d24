import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { LoggedChange } from './log.ts'
import { may, type Who } from './who.ts'

/** What the changes of a log row (operLog.changes) say of one record, as on the wire, without what the person may not see. */
export function changedFields(who: Who, of: Entity, id: number, changes: unknown) {
  return trust<readonly LoggedChange[]>(changes)
    .filter((one) => one.type === of.name && one.id === id)
    .flatMap((one) => one.fields)
    .flatMap(({ field, label, before, after }) => {
      const known = of.all[field]
      if (known === undefined || isHidden(who, known)) return []
      const wire = (value: unknown) => wireOf(known, value, (code) => may(who, code))
      return [{ field, label, before: wire(before), after: wire(after) }]
    })
}

const isHidden = (who: Who, { permission }: Field): boolean =>
  permission !== undefined && !may(who, permission)

/** A value as the log keeps it, as on the wire. */
function wireOf(field: Field, value: unknown, allowed: (code: string) => boolean): unknown {
  if (value === null) return null
  return field.encode(field.type === 'datetime' ? new Date(String(value)) : value, allowed)
}

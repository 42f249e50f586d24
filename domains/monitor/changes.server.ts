import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { cellOf } from '#kit/server/exportEntity.ts'
import { hideChanges } from '#kit/server/hidden.ts'
import type { LoggedChange, LoggedField } from '#kit/server/log.ts'
import { namesFor, referenceTo } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { formatDateTime } from '#kit/shared/time.ts'

/**
 * Logged changes with their values as a person reads them: amounts, times, labels, names, of the fields they may see. The log keeps them as
 * stored, so that it outlives every label.
 */
export async function readable(db: Db, who: Who, changes: readonly LoggedChange[]): Promise<LoggedChange[]> {
  const shown: LoggedChange[] = []
  for (const change of hideChanges(db, who, changes)) {
    const shape: Shape = knownEntity(db, change.type)?.all ?? {}
    const fields: LoggedField[] = []
    for (const logged of change.fields) {
      const field = shape[logged.field]
      const names = await namesIn(db, who, field, [logged.before, logged.after])
      const { before, after } = logged
      fields.push({ ...logged, before: asText(field, before, names), after: asText(field, after, names) })
    }
    shown.push({ ...change, fields })
  }
  return shown
}

async function namesIn(
  db: Db,
  who: Who,
  field: Field | undefined,
  values: unknown[],
): Promise<Map<number, string> | undefined> {
  if (field?.ref === undefined || referenceTo(db, field.ref) === undefined) return undefined
  const ids = values.flat().filter((one): one is number => typeof one === 'number' && one > 0)
  return ids.length === 0 ? undefined : new Map(await namesFor(db, who, field.ref, ids))
}

const instant = z.iso.datetime({ offset: true })

function asText(field: Field | undefined, value: unknown, names?: Map<number, string>): string {
  if (value === null || value === undefined) return ''
  if (field?.type === 'money' && typeof value === 'number') return formatMoney(value)
  if (field?.type === 'datetime' && instant.safeParse(value).success)
    return formatDateTime(new Date(String(value)))
  const cell = field === undefined ? value : cellOf(field, value, names)
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

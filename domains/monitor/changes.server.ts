import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { cellOf } from '#kit/server/exportEntity.ts'
import type { LoggedChange, LoggedField } from '#kit/server/log.ts'
import { referenceTo } from '#kit/server/refs.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { formatDateTime } from '#kit/shared/time.ts'

/**
 * Logged changes with their values as a person reads them: amounts, times, labels, names. The log keeps them as
 * stored, so that it outlives every label.
 */
export async function readable(db: Db, changes: readonly LoggedChange[]): Promise<LoggedChange[]> {
  const shown: LoggedChange[] = []
  for (const change of changes) {
    const shape: Shape = knownEntity(change.type)?.all ?? {}
    const fields: LoggedField[] = []
    for (const logged of change.fields) {
      const field = shape[logged.field]
      const names = await namesOf(db, field, [logged.before, logged.after])
      const { before, after } = logged
      fields.push({ ...logged, before: asText(field, before, names), after: asText(field, after, names) })
    }
    shown.push({ ...change, fields })
  }
  return shown
}

function namesOf(
  db: Db,
  field: Field | undefined,
  values: unknown[],
): Promise<Map<number, string> | undefined> {
  const reference = field?.ref === undefined ? undefined : referenceTo(field.ref)
  const ids = values.flat().filter((one): one is number => typeof one === 'number' && one > 0)
  return reference === undefined || ids.length === 0
    ? Promise.resolve(undefined)
    : reference.labels(db, [...new Set(ids)])
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

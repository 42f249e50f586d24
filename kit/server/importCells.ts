import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import type { Db } from './database.ts'
import { dictWords } from './dictCheck.ts'
import type { ImportColumn } from './fileTask.ts'
import { loose } from './loose.ts'
import { idsIn, wordsFor } from './refs.ts'
import type { Cell } from './spreadsheet/spreadsheet.ts'
import type { Who } from './who.ts'

type Row = Record<string, unknown>

/** The rows of an entity with these ids, in their order. */
export async function rowsInOrder<E extends Entity>(
  db: Db,
  of: E,
  ids: readonly number[],
): Promise<EntityRow<E>[]> {
  if (ids.length === 0) return []
  const rows = await loose(db)
    .selectFrom(of.name)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row): [number, Row] => [Number(row.id), row]))
  return trust(ids.flatMap((id) => byId.get(id) ?? []))
}

/**
 * Puts what a sheet calls them in the place of references and dictionary values: the other direction of reading them.
 * References outside the person's data scope stay numbers.
 */
export async function inWords(
  db: Db,
  who: Who,
  fields: readonly (readonly [name: string, field: Field])[],
  rows: readonly Row[],
): Promise<Row[]> {
  const told = rows.map((row) => ({ ...row }))
  for (const [name, { ref, dict }] of fields) {
    if (ref !== undefined) {
      const words = await wordsFor(db, who, ref, [...new Set(rows.flatMap((row) => idsIn(row[name])))])
      for (const row of told)
        row[name] = idsIn(row[name])
          .flatMap((id) => words.get(id) ?? [])
          .join('、')
    } else if (dict !== undefined) {
      const words = await dictWords(db, dict)
      for (const row of told) row[name] = words.get(String(row[name] ?? '')) ?? row[name]
    }
  }
  return told
}

/** One stored value as a cell that its column reads back: labels of choices, amounts, days and moments as people write them. */
export function cellFor({ field }: Pick<ImportColumn, 'field'>, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (field.choices !== undefined) {
    const labels = (Array.isArray(value) ? value : [value]).map(
      (one) => field.choices?.find((choice) => choice.value === one)?.label ?? one,
    )
    return labels.length === 0 ? null : labels.join('、')
  }
  if (value instanceof Date) return formatDateTime(value)
  if (field.type === 'money' && typeof value === 'number') return formatMoney(value)
  if (Array.isArray(value)) return value.length === 0 ? null : listCell(field, value.map(String))
  return typeof value === 'number' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// An address may hold what divides addresses.
function listCell(field: Field, list: readonly string[]): string {
  if (field.type !== 'images') return list.join(',')
  return list.some((one) => /[\s,，;；]/.test(one)) ? JSON.stringify(list) : list.join(' ')
}

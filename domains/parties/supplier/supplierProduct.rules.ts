import type { FieldError } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { movedDay } from '#kit/shared/time.ts'
import type { productLine } from './supplier.document.ts'

export type Line = RowOf<typeof productLine>
export type StoredLine = Line & { id: number }

/** What has to be written so that the lines of the form are in force. */
export interface LineChanges {
  insert: Line[]
  update: StoredLine[]
  remove: number[]
}

const TERMS = ['supplyPrice', 'taxRate', 'unitId', 'minQty'] as const

/**
 * Compares the lines of the form with the stored ones that have not ended. What was delivered under stays as it was: a
 * changed price or a removed line ends the old one the day before, unless it never came into effect. Catalog §7.1.
 */
export function changesOf(stored: readonly StoredLine[], given: readonly Line[], today: string): LineChanges {
  const changes: LineChanges = { insert: [], update: [], remove: [] }
  const kept = new Set(given.map((line) => line.id))
  const end = (line: StoredLine, endDate: string) => changes.update.push({ ...line, endDate, isDefault: 0 })
  const hasBegun = (line: StoredLine): boolean => line.startDate < today && line.isDraft === 0
  for (const line of stored) {
    if (kept.has(line.id)) continue
    if (hasBegun(line)) end(line, movedDay(today, -1))
    else changes.remove.push(line.id)
  }
  // A copied line brings the id of the line it was copied from.
  const taken = new Set<number>()
  for (const line of given) {
    const old = stored.find((one) => one.id === line.id && !taken.has(one.id))
    if (old !== undefined) taken.add(old.id)
    if (old === undefined) changes.insert.push({ ...line, id: null })
    else if (!hasBegun(old)) changes.update.push({ ...line, id: old.id })
    else if (TERMS.every((name) => old[name] === line[name]))
      changes.update.push({ ...line, id: old.id, startDate: old.startDate })
    else {
      const startDate = line.startDate > today ? line.startDate : today
      end(old, movedDay(startDate, -1))
      changes.insert.push({ ...line, id: null, startDate })
    }
  }
  return changes
}

const isLater = (day: string | null, other: string): boolean => day === null || day >= other
const overlap = (one: Line, other: Line): boolean =>
  isLater(one.endDate, other.startDate) && isLater(other.endDate, one.startDate)

/** What is wrong with the lines of a form: days, two prices at one time, two usual lines of a sku. Catalog §7.1. */
export function lineErrors(lines: readonly Line[]): FieldError[] {
  const errors: FieldError[] = []
  lines.forEach((line, index) => {
    const at = (name: string, message: string) => errors.push({ field: `products.${index}.${name}`, message })
    if (line.endDate !== null && line.endDate < line.startDate) at('endDate', '失效日期不能早于生效日期')
    if (line.isDraft === 1) {
      if (line.isDefault === 1) at('isDefault', '草稿不能设为默认')
      return
    }
    const before = lines.slice(0, index).filter((one) => one.skuId === line.skuId && one.isDraft === 0)
    if (before.some((one) => overlap(one, line))) at('startDate', '该商品在此期间已有供货价')
    if (line.isDefault === 1 && before.some((one) => one.isDefault === 1))
      at('isDefault', '同一商品只能有一行默认')
  })
  return errors
}

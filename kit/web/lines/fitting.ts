import type { Field } from '#kit/shared/field.ts'
import { isBlank, type WireRow } from '#kit/web/fieldUi.ts'

const COLUMN_WIDTH = 130

type Named = readonly [name: string, field: Field]

/** px of its column */
export const widthOf = ({ width = COLUMN_WIDTH }: Field): number => width

/**
 * Which columns of lines stand beside each other in so many px, and which are told beneath the first: those that no line has a
 * value for, then those that only say more of it (`aside`), then the others, each time from the last on. The first always stays.
 */
export function fitting<C extends Named>(
  columns: readonly C[],
  rows: readonly WireRow[],
  room: number,
): { kept: C[]; beneath: C[] } {
  const isEmpty = ([name, field]: C) => rows.every((row) => isBlank(field, row[name]))
  const inOrder = columns.slice(1).reverse()
  const empty = inOrder.filter(isEmpty)
  const aside = inOrder.filter((one) => !empty.includes(one) && one[1].aside === true)
  const others = inOrder.filter((one) => !empty.includes(one) && !aside.includes(one))
  let width = columns.reduce((sum, [, field]) => sum + widthOf(field), 0)
  const folded = new Set<C>()
  for (const one of [...empty, ...aside, ...others]) {
    if (width <= room) break
    folded.add(one)
    width -= widthOf(one[1])
  }
  return {
    kept: columns.filter((one) => !folded.has(one)),
    beneath: columns.filter((one) => folded.has(one)),
  }
}

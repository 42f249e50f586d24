import type { Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'

/**
 * Order and page of a list. How many rows are wanted stands in the text: a plan that is kept for any number of them would be one
 * for many.
 */
export function pageText(
  of: Entity,
  order: readonly (readonly [string, 'asc' | 'desc'])[],
  { page, limit }: Paging,
): string {
  const sorted = order
    .map(([name, direction]) => `"${of.name}"."${name}" ${direction}${blanksOf(of, name, direction)}`)
    .join(', ')
  return `order by ${sorted} limit ${limit} offset ${(page - 1) * limit}`
}

/** PostgreSQL takes a blank for the most there is; of some fields it is the least. */
function blanksOf(of: Entity, name: string, direction: 'asc' | 'desc'): string {
  if (of.all[name]?.blankIsLeast !== true) return ''
  return direction === 'desc' ? ' nulls last' : ' nulls first'
}

/** Something that rules an object: of one group the nearest counts. */
export interface Ruling {
  /** smaller is nearer */
  distance: number
  sort?: number
  id: number
}

/** Of each group the nearest; of two as near the one with the larger sort, then the newer. Catalog §3.7. */
export function nearestOf<R extends Ruling>(
  rulings: readonly R[],
  groupOf: (one: R) => string | number,
): R[] {
  return [...Map.groupBy(rulings, groupOf).values()].flatMap((group) =>
    group
      .toSorted((a, b) => a.distance - b.distance || (b.sort ?? 0) - (a.sort ?? 0) || b.id - a.id)
      .slice(0, 1),
  )
}

/** The rules of categories that reach a product, each with how far above its own categories it stands. */
export function reaching<R extends { id: number; cateIds: readonly number[] }>(
  rules: readonly R[],
  categories: ReadonlyMap<number, number>,
): (R & { distance: number })[] {
  return rules.flatMap((one) => {
    const distances = one.cateIds.flatMap((id) => categories.get(id) ?? [])
    return distances.length === 0 ? [] : [{ ...one, distance: Math.min(...distances) }]
  })
}

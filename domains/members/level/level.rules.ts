// Which level somebody has by growth. Pure, so that every case can be tried. Members §3.4, §12.

/** What is asked of a level of type 1. */
export interface GrowthLevel {
  id: number
  grade: number
  experience: number
  /** growth that keeps it; the same as what it takes unless given */
  keepExperience: number | null
  needNetAmount: number | null
  needPayCount: number | null
  needTaskId: number | null
}

/** What somebody has done besides growing. */
export interface Merits {
  /** cents */
  netAmount: number
  payCount: number
  /** tasks completed at least once */
  doneTasks: ReadonlySet<number>
}

/** Whether the conditions besides growth hold; all that are given must. */
export const meets = (level: GrowthLevel, { netAmount, payCount, doneTasks }: Merits): boolean =>
  (level.needNetAmount === null || netAmount >= level.needNetAmount) &&
  (level.needPayCount === null || payCount >= level.needPayCount) &&
  (level.needTaskId === null || doneTasks.has(level.needTaskId))

/** The highest level that the growth reaches and whose conditions hold; null below all of them. */
export function targetOf(levels: readonly GrowthLevel[], growth: number, merits: Merits): GrowthLevel | null {
  let best: GrowthLevel | null = null
  for (const level of levels)
    if (level.experience <= growth && meets(level, merits) && (best === null || level.grade > best.grade))
      best = level
  return best
}

/**
 * The level after one that was not kept: towards the target, at most `most` steps down through the levels there are, and
 * never below the target. null: below all of them.
 */
export function fallen(
  levels: readonly GrowthLevel[],
  current: Pick<GrowthLevel, 'grade'>,
  target: GrowthLevel | null,
  most: number,
): GrowthLevel | null {
  const below = levels.filter((one) => one.grade < current.grade).sort((a, b) => b.grade - a.grade)
  const steps = below.filter((one) => one.grade >= (target?.grade ?? 0)).slice(0, most)
  const isBelowAll = target === null && below.length < most
  return isBelowAll ? null : (steps.at(-1) ?? target)
}

/** Whether thresholds rise with the grades. */
export function thresholdsRise(levels: readonly Pick<GrowthLevel, 'grade' | 'experience'>[]): boolean {
  const sorted = [...levels].sort((a, b) => a.grade - b.grade)
  return sorted.every(
    (level, at) => at === 0 || level.experience > (sorted[at - 1]?.experience ?? Number.NEGATIVE_INFINITY),
  )
}

/** Everybody pays all of it, in hundredths of a percent. */
export const FULL_RATE = 10_000

/** The lowest of the discounts (percent, null: none) as a rate in hundredths of a percent. Members §12 level price. */
export const rateOf = (discounts: readonly (number | null)[]): number =>
  Math.min(FULL_RATE, ...discounts.flatMap((one) => (one === null ? [] : [Math.round(one * 100)])))

/**
 * What a refund takes back of what a line gained: of `total` for `of` pieces, when `before` of them were given back already
 * and now `now` more. The last piece takes the rest, so that all of them together take exactly `total`. Members §3.3.
 */
export function backOf(total: number, before: number, now: number, of: number): number {
  const upTo = (pieces: number): number => (pieces >= of ? total : Math.floor((total * pieces) / of))
  return upTo(Math.min(of, before + now)) - upTo(Math.min(of, before))
}

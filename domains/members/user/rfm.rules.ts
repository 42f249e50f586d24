/** Upper ends of the four lower fifths, from the lowest on. */
export type Fifths = readonly [number, number, number, number]

/** Days since the last payment as a score from 5 (a week) to 1 (more than 120 days). Members §12. */
export function recencyScore(days: number): 1 | 2 | 3 | 4 | 5 {
  if (days <= 7) return 5
  if (days <= 30) return 4
  if (days <= 60) return 3
  return days <= 120 ? 2 : 1
}

/** In which fifth a figure lies, from 1 to 5. Members §12. */
export const fifthOf = (figure: number, ends: Fifths): number => 1 + ends.filter((end) => figure > end).length

const HIGH = 4

/**
 * The group of three scores, each high from 4 on: 1 重要价值, 2 重要发展, 3 重要保持, 4 重要挽留, and with a low amount 5 一般价值, 6
 * 一般发展, 7 一般保持, 8 一般挽留. Members §12.
 */
export function rfmTypeOf(recency: number, frequency: number, amount: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 {
  const [isLate, isOften, isMuch] = [recency >= HIGH, frequency >= HIGH, amount >= HIGH]
  if (isMuch) {
    if (isLate) return isOften ? 1 : 2
    return isOften ? 3 : 4
  }
  if (isLate) return isOften ? 5 : 6
  return isOften ? 7 : 8
}

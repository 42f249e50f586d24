/** What a day of a cycle gives. */
export interface SignRule {
  day: number
  integral: number
  experience: number
}

/** Days in a row with today: one more than yesterday's, or the first again. Members §3.10. */
export const nextSignNum = (signNum: number, signedYesterday: boolean): number =>
  signedYesterday ? signNum + 1 : 1

/** The day of the cycle of the nth day in a row. */
export const cycleDayOf = (signNum: number, cycle: number): number => ((signNum - 1) % cycle) + 1

/** What the nth day in a row gives; nothing where no rule names the day. */
export function rewardOf(signNum: number, cycle: number, rules: readonly SignRule[]): Omit<SignRule, 'day'> {
  const day = cycleDayOf(signNum, cycle)
  const { integral = 0, experience = 0 } = rules.find((one) => one.day === day) ?? {}
  return { integral, experience }
}

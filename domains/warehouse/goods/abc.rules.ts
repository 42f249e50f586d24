/** Up to which share of the value the classes A and B go, in percent; the rest is C. Warehouse §4.9. */
const [UP_TO_A, UP_TO_B] = [80, 95] as const

type Class = 'A' | 'B' | 'C'

/**
 * The class of each by its value, the largest first: A makes up the first 80 % of the whole, B the next 15 %. What begins below a
 * limit belongs to it, so that there is an A however large the first is. What is worth nothing is C.
 */
export function abcOf(list: readonly { id: number; value: number }[]): Map<number, Class> {
  const whole = list.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  let before = 0
  const classes = new Map<number, Class>()
  for (const { id, value } of list.toSorted((a, b) => b.value - a.value || a.id - b.id)) {
    const share = whole === 0 ? 100 : (before * 100) / whole
    classes.set(id, value <= 0 || share >= UP_TO_B ? 'C' : share >= UP_TO_A ? 'B' : 'A')
    before += Math.max(0, value)
  }
  return classes
}

/** A column of a table that is read. */
export interface Fitted {
  /** px */
  width: number
  /** no row has a value for it */
  isEmpty: boolean
  /** it says more of what the first column names */
  aside?: boolean | undefined
}

/**
 * Which columns stand beside each other in so many px, and which are told beneath the first: those that no row has a value for,
 * then those that only say more of it, then the others, each time from the last on. The first always stays.
 */
export function fitting<C extends Fitted>(columns: readonly C[], room: number): { kept: C[]; beneath: C[] } {
  const inOrder = columns.slice(1).reverse()
  const rankOf = ({ isEmpty, aside }: C): number => (isEmpty ? 0 : aside ? 1 : 2)
  const folding = [0, 1, 2].flatMap((rank) => inOrder.filter((one) => rankOf(one) === rank))
  let width = columns.reduce((sum, one) => sum + one.width, 0)
  const folded = new Set<C>()
  for (const one of folding) {
    if (width <= room) break
    folded.add(one)
    width -= one.width
  }
  return {
    kept: columns.filter((one) => !folded.has(one)),
    beneath: columns.filter((one) => folded.has(one)),
  }
}

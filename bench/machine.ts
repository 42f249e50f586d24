import { fixedWork, ROUNDS, scaled } from '../tests/ownTime.ts'

const LOOKS = 5

/** How many times as long as the machine that budgets were written on this one takes for the same work just now; at least 1. */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    const begin = performance.now()
    fixedWork(ROUNDS)
    least = Math.min(least, performance.now() - begin)
  }
  return scaled(1, least)
}

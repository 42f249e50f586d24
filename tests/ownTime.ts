/**
 * Processor time of this thread in ms: what others take from it on a busy machine is not counted. Some kernels count it in
 * steps of several ms, so what is short is done many times: meanOwnTime.
 */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What one of so many rounds takes on average, in ms of this thread's own time. */
export function meanOwnTime(rounds: number, work: () => unknown): number {
  const begun = ownTime()
  for (let round = 0; round < rounds; round++) work()
  return (ownTime() - begun) / rounds
}

/**
 * A fixed amount of what the product mostly does: makes, sorts, groups, writes and reads rows. It uses nothing outside
 * itself, so that it can be sent into a page. Answers a number that depends on all of it.
 */
export function fixedWork(rounds: number): number {
  let sum = 0
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ id: (n * 7919) % 1009, name: `名称${n % 97}` }))
    rows.sort((one, other) => one.id - other.id)
    const groups = new Map<string, number[]>()
    for (const { id, name } of rows) groups.set(name, [...(groups.get(name) ?? []), id])
    const read: [string, number[]][] = JSON.parse(JSON.stringify([...groups]))
    for (const [name, ids] of read) sum += name.length * ids.length
  }
  return sum
}

/** Rounds of fixedWork that a machine is measured by, and what they take on the one the budgets were written on, in ms. */
export const ROUNDS = 200
const USUAL_MS = 100

/**
 * A budget of so many ms on the machine they were written on, in ms of this one as it is just now: `taken` is what ROUNDS
 * of fixedWork took in the same measure. A faster machine changes nothing.
 */
export const scaled = (ms: number, taken: number): number => ms * Math.max(1, taken / USUAL_MS)

/** scaled for what is measured in this thread's own time, or by another clock given in ms. */
export function budget(ms: number, clock: () => number = ownTime): number {
  const begun = clock()
  fixedWork(ROUNDS)
  return scaled(ms, clock() - begun)
}

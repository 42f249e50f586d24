// What this process has heard of changes, its own and those of others: versions for what it keeps of tables, times for
// what it may read from a replica. Times are those of performance.now(), which nobody sets.

interface Heard {
  version: number
  at: number
}

const tables = new Map<string, Heard>()
const people = new Map<number, number>()
const MOST_PEOPLE = 10_000
let missed: Heard = { version: 0, at: performance.now() }

/** Called for every change of a table, by this process after its commit and by live.ts for the other ones. */
export function onTouch(table: string): void {
  tables.set(table, { version: (tables.get(table)?.version ?? 0) + 1, at: performance.now() })
}

/** Called likewise for every change a person made, and for what a person is told. */
export function onChangeBy(adminId: number): void {
  if (people.size >= MOST_PEOPLE) touchAll()
  people.set(adminId, performance.now())
}

/** Makes every count and cache of this process old: notices of other processes may have been missed. */
export function touchAll(): void {
  missed = { version: missed.version + 1, at: performance.now() }
  people.clear()
}

/** Grows whenever a row of one of these tables changed. */
export function tableVersion(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (tables.get(name)?.version ?? 0), missed.version)
}

/** Whether one of these tables may have changed at a time or since. */
export const haveChangedSince = (names: readonly string[], time: number): boolean =>
  missed.at >= time || names.some((name) => (tables.get(name)?.at ?? 0) >= time)

/** Whether a person may have changed anything at a time or since. */
export const hasChangedSince = (adminId: number, time: number): boolean =>
  missed.at >= time || (people.get(adminId) ?? 0) >= time

import type { Db } from './database.ts'
import { perDatabase } from './points.ts'

// What this process has heard of changes of a database, its own and those of others: versions for what it keeps of
// tables, times for what it may read from a replica. Times are those of performance.now(), which nobody sets.

interface Heard {
  version: number
  at: number
}

const MOST_PEOPLE = 10_000
const heard = perDatabase(() => ({
  tables: new Map<string, Heard>(),
  people: new Map<number, number>(),
  missed: { version: 0, at: performance.now() },
}))

/** Called for every change of a table, by this process after its commit and by live.ts for the other ones. */
export function onTouch(db: Db, table: string): void {
  const { tables } = heard(db)
  tables.set(table, { version: (tables.get(table)?.version ?? 0) + 1, at: performance.now() })
}

/** Called likewise for every change a person made, and for what a person is told. */
export function onChangeBy(db: Db, adminId: number): void {
  const { people } = heard(db)
  if (people.size >= MOST_PEOPLE) touchAll(db)
  people.set(adminId, performance.now())
}

/** Makes every count and cache of this process old: notices of other processes may have been missed. */
export function touchAll(db: Db): void {
  const of = heard(db)
  of.missed = { version: of.missed.version + 1, at: performance.now() }
  of.people.clear()
}

/** Grows whenever a row of one of these tables changed. */
export function tableVersion(db: Db, names: readonly string[]): number {
  const { tables, missed } = heard(db)
  return names.reduce((sum, name) => sum + (tables.get(name)?.version ?? 0), missed.version)
}

/** Whether one of these tables may have changed at a time or since. */
export function haveChangedSince(db: Db, names: readonly string[], time: number): boolean {
  const { tables, missed } = heard(db)
  return missed.at >= time || names.some((name) => (tables.get(name)?.at ?? 0) >= time)
}

/** Whether a person may have changed anything at a time or since. */
export function hasChangedSince(db: Db, adminId: number, time: number): boolean {
  const { people, missed } = heard(db)
  return missed.at >= time || (people.get(adminId) ?? 0) >= time
}

import type { Db } from './database.ts'

type DictCheck = (db: Db, dictType: string, value: string) => Promise<boolean>
type DictNamed = (db: Db, dictType: string, text: string) => Promise<string | null>

let check: DictCheck = async () => true
type DictLabels = (db: Db, dictType: string) => Promise<ReadonlyMap<string, string>>

let labels: DictLabels = async () => new Map()
let named: DictNamed = async (_db, _type, text) => text

/** The room that keeps the dictionaries registers how a value is checked, and found by what people write for it. */
export function declareDictCheck(read: DictCheck, find: DictNamed, list: DictLabels): void {
  labels = list
  check = read
  named = find
}

/** Whether a dictionary type has this value, enabled. */
export function checkDict(db: Db, dictType: string, value: string): Promise<boolean> {
  return check(db, dictType, value)
}

/** The value of the enabled entry with this label or value; null without one. */
export function dictNamed(db: Db, dictType: string, text: string): Promise<string | null> {
  return named(db, dictType, text)
}

/** What people write for the values of a dictionary type, by value: labels that no other entry has. */
export function dictWords(db: Db, dictType: string): Promise<ReadonlyMap<string, string>> {
  return labels(db, dictType)
}

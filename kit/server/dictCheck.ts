import type { Db } from './database.ts'

type DictCheck = (db: Db, dictType: string, value: string) => Promise<boolean>
type DictNamed = (db: Db, dictType: string, text: string) => Promise<string | null>

let check: DictCheck = async () => true
let named: DictNamed = async (_db, _type, text) => text

/** The room that keeps the dictionaries registers how a value is checked, and found by what people write for it. */
export function declareDictCheck(read: DictCheck, find: DictNamed): void {
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

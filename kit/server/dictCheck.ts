import type { Db } from './database.ts'

type DictCheck = (db: Db, dictType: string, value: string) => Promise<boolean>

let check: DictCheck = async () => true

/** The room that keeps the dictionaries registers how a value is checked. */
export function declareDictCheck(read: DictCheck): void {
  check = read
}

/** Whether a dictionary type has this value, enabled. */
export function checkDict(db: Db, dictType: string, value: string): Promise<boolean> {
  return check(db, dictType, value)
}

import type { Db } from './database.ts'
import { type Registration, singlePoint } from './points.ts'

type DictCheck = (db: Db, dictType: string, value: string) => Promise<boolean>
type DictNamed = (db: Db, dictType: string, text: string) => Promise<string | null>
type DictLabels = (db: Db, dictType: string) => Promise<ReadonlyMap<string, string>>

const dictionaries = singlePoint<{ check: DictCheck; named: DictNamed; labels: DictLabels }>('Dictionaries')

/** The room that keeps the dictionaries registers how a value is checked, and found by what people write for it. */
export const declareDictCheck = (check: DictCheck, named: DictNamed, labels: DictLabels): Registration =>
  dictionaries.as({ check, named, labels })

/** Whether a dictionary type has this value, enabled; any value while nobody keeps dictionaries. */
export async function checkDict(db: Db, dictType: string, value: string): Promise<boolean> {
  return (await dictionaries.of(db)?.check(db, dictType, value)) ?? true
}

/** The value of the enabled entry with this label or value; null without one. */
export async function dictNamed(db: Db, dictType: string, text: string): Promise<string | null> {
  const kept = dictionaries.of(db)
  return kept === undefined ? text : kept.named(db, dictType, text)
}

/** What people write for the values of a dictionary type, by value: labels that no other entry has. */
export async function dictWords(db: Db, dictType: string): Promise<ReadonlyMap<string, string>> {
  return (await dictionaries.of(db)?.labels(db, dictType)) ?? new Map()
}

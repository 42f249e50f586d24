import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'

/** An entry as screens use it. Platform §8.1. */
export interface DictEntry {
  id: number
  pid: number
  dictLabel: string
  dictValue: string
  listClass: string
  cssClass: string
  dictSort: number
  isDefault: 0 | 1
  channelIds: number[]
  extra: string
}

// All dictionaries together are some hundred rows: read once, served from memory until one changes anywhere.
export const dictCache = tableCache('dict', '数据字典', ['dictType', 'dictData'], readEntries, {
  keys: (entries) => entries.keys(),
  value: (entries, type) => entries.get(type),
})

async function readEntries(db: Db): Promise<ReadonlyMap<string, readonly DictEntry[]>> {
  const rows = await db
    .selectFrom('dictData')
    .innerJoin('dictType', 'dictType.id', 'dictData.dictId')
    .select([
      'dictType.dictType as type',
      'dictData.id',
      'dictData.pid',
      'dictData.dictLabel',
      'dictData.dictValue',
      'dictData.listClass',
      'dictData.cssClass',
      'dictData.dictSort',
      'dictData.isDefault',
      'dictData.channelIds',
      'dictData.extra',
    ])
    .where('dictType.isDel', '=', 0)
    .where('dictType.status', '=', 1)
    .where('dictData.isDel', '=', 0)
    .where('dictData.status', '=', 1)
    .orderBy('dictData.dictSort')
    .orderBy('dictData.id')
    .execute()
  const entries = new Map<string, DictEntry[]>()
  for (const { type, ...entry } of rows) entries.set(type, [...(entries.get(type) ?? []), entry])
  return entries
}

/** Who may be shown something, as far as every one of these channels knows it; without channels all. Doors §4. */
export async function visibleScopes(db: Db, channelIds: readonly number[]): Promise<readonly DictEntry[]> {
  return (await dictValues(db, 'visible_scope')).filter(
    (one) => one.channelIds.length === 0 || channelIds.every((id) => one.channelIds.includes(id)),
  )
}

/** The enabled entries of a dictionary type in their order; [] for an unknown type. Doors §4. */
export async function dictValues(db: Db, type: string): Promise<readonly DictEntry[]> {
  return (await dictCache.read(db)).get(type) ?? []
}

/** Whether a type has this value, enabled. */
export async function hasDictValue(db: Db, type: string, value: string): Promise<boolean> {
  return (await dictValues(db, type)).some((entry) => entry.dictValue === value)
}

/** The value of the entry a person names by its label or its value; null without one. */
export async function dictValueNamed(db: Db, type: string, text: string): Promise<string | null> {
  const entries = await dictValues(db, type)
  const found = entries.find((one) => one.dictLabel === text) ?? entries.find((one) => one.dictValue === text)
  return found?.dictValue ?? null
}

/** The label of each value of a type, where no other entry is called so. */
export async function dictWordsOf(db: Db, type: string): Promise<ReadonlyMap<string, string>> {
  const entries = await dictValues(db, type)
  const times = Map.groupBy(entries, (one) => one.dictLabel)
  return new Map(
    entries.flatMap(({ dictValue, dictLabel }) =>
      times.get(dictLabel)?.length === 1 ? [[dictValue, dictLabel] as const] : [],
    ),
  )
}

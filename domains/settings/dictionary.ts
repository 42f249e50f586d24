import type { Tx } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { touch } from '#kit/server/transaction.ts'

/** An entry a dictionary begins with. */
export interface DictSeed {
  value: string | number
  label: string
  listClass?: string
  channelIds?: readonly number[]
  children?: readonly DictSeed[]
}

interface Dictionary {
  type: string
  name: string
  /** code relies on the values: they come back at every start and cannot be changed */
  isSystem: boolean
  entries: readonly DictSeed[]
}

const dictionaries = namedPoint<Dictionary>('Dictionary')

/**
 * Declares a dictionary with the entries it begins with. What people change of an ordinary one stays changed; of a
 * system one, values that later versions add are added. Doors §3.
 */
export function declareDict(
  type: string,
  name: string,
  entries: readonly DictSeed[],
  options: { isSystem?: boolean } = {},
): Registration {
  return dictionaries.as(type, { type, name, entries, isSystem: options.isSystem ?? false })
}

/** Brings the declared dictionaries into the database; changes nothing when they are there. */
export async function seedDictionaries(tx: Tx): Promise<void> {
  const types = await tx.selectFrom('dictType').select(['id', 'dictType', 'isDel']).execute()
  const values = await tx
    .selectFrom('dictData')
    .select(['id', 'dictId', 'dictValue'])
    .where('isDel', '=', 0)
    .execute()
  const known = new Map(values.map((row) => [`${row.dictId} ${row.dictValue.toLowerCase()}`, row.id]))
  for (const { type, name, isSystem, entries } of dictionaries.all(tx).values()) {
    const found = types.filter((row) => row.dictType === type)
    const present = found.find((row) => row.isDel === 0)
    if (!isSystem && found.length > 0) continue
    const dictId = present?.id ?? (await insertType(tx, type, name, isSystem))
    await insertEntries(tx, dictId, 0, entries, known)
  }
}

async function insertType(tx: Tx, type: string, name: string, isSystem: boolean): Promise<number> {
  const row = await tx
    .insertInto('dictType')
    .values({ dictType: type, dictName: name, isSystem: isSystem ? 1 : 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  touch(tx, 'dictType')
  return row.id
}

async function insertEntries(
  tx: Tx,
  dictId: number,
  pid: number,
  entries: readonly DictSeed[],
  known: Map<string, number>,
): Promise<void> {
  const keyOf = (value: string | number): string => `${dictId} ${String(value).toLowerCase()}`
  const missing = entries.flatMap(({ value, label, listClass = 'default', channelIds = [] }, index) =>
    known.has(keyOf(value))
      ? []
      : [
          {
            dictId,
            pid,
            dictValue: String(value),
            dictLabel: label,
            dictSort: index + 1,
            listClass,
            channelIds: [...channelIds],
          },
        ],
  )
  if (missing.length > 0) {
    const rows = await tx.insertInto('dictData').values(missing).returning(['id', 'dictValue']).execute()
    for (const row of rows) known.set(keyOf(row.dictValue), row.id)
    touch(tx, 'dictData')
  }
  for (const { value, children } of entries)
    if (children !== undefined) await insertEntries(tx, dictId, known.get(keyOf(value)) ?? 0, children, known)
}

import type { Db } from '#kit/server/database.ts'

type Needs = (db: Db, companyIds: readonly number[]) => Promise<Map<number, readonly string[]>>

let needs: Needs | undefined

/**
 * The room of goods tells which types of licences the goods a company buys need; until it does, none. Doors §3.
 * @public
 */
export function declareLicenceNeeds(read: Needs): void {
  if (needs !== undefined) throw new Error('Licence needs are declared twice')
  needs = read
}

/** The types of licences companies need, by company. */
export async function licenceNeeds(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  return (await needs?.(db, companyIds)) ?? new Map()
}

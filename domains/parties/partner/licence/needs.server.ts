import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

type Needs = (db: Db, companyIds: readonly number[]) => Promise<Map<number, readonly string[]>>

const needs = singlePoint<Needs>('Licence needs')

/**
 * The room of goods tells which types of licences the goods a company buys need; until it does, none. Doors §3.
 * @public
 */
export const declareLicenceNeeds = (read: Needs): Registration => needs.as(read)

/** The types of licences companies need, by company. */
export async function licenceNeeds(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  return (await needs.of(db)?.(db, companyIds)) ?? new Map()
}

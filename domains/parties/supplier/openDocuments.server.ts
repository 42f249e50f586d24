import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'

/** The numbers of the documents of each party that are not finished, by the party's id. */
type ReadOpen = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly string[]>>
type Party = 'supplier' | 'logisticsProvider'

const readers = namedPoint<ReadOpen>('Open documents')

/**
 * The room of purchases tells the open orders of suppliers, that of transport the open consignments of carriers; until
 * they do there are none. Catalog §7.1, §7.2.
 */
export const declareOpenDocuments = (party: Party, read: ReadOpen): Registration => readers.as(party, read)

export const openDocuments: (party: Party, ...asked: Parameters<ReadOpen>) => ReturnType<ReadOpen> = async (
  party,
  db,
  ids,
) => (await readers.of(db, party)?.(db, ids)) ?? new Map()

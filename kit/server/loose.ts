import type { Kysely, Transaction } from 'kysely'
import { trust } from '#kit/shared/loose.ts'
import type { Db, Tx } from './database.ts'

type LooseTables = Record<string, Record<string, unknown>>

/** The database seen by table and column names known only at run time, for what works on any entity. */
export const loose = (db: Db): Kysely<LooseTables> => trust(db)
export const looseTx = (tx: Tx): Transaction<LooseTables> => trust(tx)

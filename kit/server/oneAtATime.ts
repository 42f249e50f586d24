import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Does work that takes long, one at a time in all processes of a database: who comes second waits for the first, however long
 * that takes. `lock` is one of LOCKS. Holds a connection, which the work may use: there no statement is cut off.
 */
export function oneAtATime<T>(db: Db, lock: number, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${lock})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

// Consumers as the tests of other rooms need them: there, and nothing more.
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

/** Writes a consumer with this uid. */
export async function bareConsumer(db: Db, uid: number, nickname = `客户${uid}`): Promise<void> {
  await sql`insert into "user" ("id", "nickname") overriding system value values (${uid}, ${nickname})`.execute(
    db,
  )
}

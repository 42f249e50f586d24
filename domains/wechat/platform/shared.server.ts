import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

interface Kept {
  value: string
  expireTime: Date
  updateTime: Date
}

/** What all processes know under a name; undefined when there is nothing or it is over. */
export function readShared(db: Db, name: string): Promise<Kept | undefined> {
  return db
    .selectFrom('wechatShared')
    .select(['value', 'expireTime', 'updateTime'])
    .where('name', '=', name)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Tells all processes a value for some seconds. */
export async function writeShared(db: Db, name: string, value: string, seconds: number): Promise<void> {
  const expireTime = sql<Date>`now() + make_interval(secs => ${seconds})`
  await db
    .insertInto('wechatShared')
    .values({ name, value, expireTime })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value, expireTime, updateTime: sql`now()` }),
    )
    .execute()
}

/**
 * Does work that only one process may do at a time; answers null without doing it while another one is at it.
 * `seconds` after which the work counts as abandoned: its process may have died.
 */
export async function alone<T>(
  db: Db,
  name: string,
  seconds: number,
  work: () => Promise<T>,
): Promise<{ value: T } | null> {
  const owner = randomUUID()
  const lease = `lease.${name}`
  const taken = await sql<{ name: string }>`
    insert into "wechatShared" ("name", "value", "expireTime")
    values (${lease}, ${owner}, now() + make_interval(secs => ${seconds}))
    on conflict ("name") do update set "value" = excluded."value", "expireTime" = excluded."expireTime"
    where "wechatShared"."expireTime" <= now() returning "name"`.execute(db)
  if (taken.rows.length === 0) return null
  try {
    return { value: await work() }
  } finally {
    await db.deleteFrom('wechatShared').where('name', '=', lease).where('value', '=', owner).execute()
  }
}

// What the tests of accounts stand on.
import { sql } from 'kysely'
import { onTouch } from '#kit/server/changes.ts'
import type { Db } from '#kit/server/database.ts'

/** Sets a value of the form 账户 as if it had been saved. */
export async function setAccountSetting(db: Db, name: string, value: '0' | '1'): Promise<void> {
  await sql`insert into "systemConfig" ("name", "value", "formId") values (${name}, ${value}, 214)
    on conflict ("name") do update set "value" = excluded."value"`.execute(db)
  onTouch(db, 'systemConfig')
}

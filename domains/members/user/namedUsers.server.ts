import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { isMobile } from '#kit/shared/text.ts'
import { user } from './user.entity.ts'

/** Living users whom sheets name by phone or number, within the person's data scope: the uid of each word that is one. */
export async function namedUsers(
  db: Db,
  who: Who,
  words: readonly string[],
): Promise<(word: string) => number | undefined> {
  const phones = words.filter(isMobile)
  const uids = words.filter((one) => /^[1-9]\d{0,8}$/.test(one)).map(Number)
  const scope = scopeCondition(await rowScope(db, who, user), user.name)
  const { rows } = await sql<{ id: number; phone: string }>`
    select "id", "phone" from "user" where "isDel" = 0 and "lifeStatus" in (0, 1)
      and ("phone" = any(${sql.val(phones)}::text[]) or "id" = any(${sql.val(uids)}::int[]))${
        scope === null ? sql`` : sql` and ${scope}`
      }`.execute(db)
  const byPhone = new Map(rows.map((one) => [one.phone, one.id]))
  const byId = new Set(rows.map((one) => one.id))
  return (word) => byPhone.get(word) ?? (byId.has(Number(word)) ? Number(word) : undefined)
}

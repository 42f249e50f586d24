import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { referenceFault } from '#kit/server/refs.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { user } from '../user/user.entity.ts'
import { type Audience, BY_CONDITIONS, NAMED_SCOPES, SCOPE_ENTITY } from './audience.ts'
import { checkRule } from './check.server.ts'
import { type CompiledRule, compileRule, type Within, withinSql } from './compile.server.ts'
import { NO_CONDITION } from './rule.rules.ts'

/**
 * Checks whom a person means: 422 at its field where somebody must be named and nobody is, where what is named may not be
 * referred to, or where the conditions are wrong. `before` stood there before. Answers it as it is kept. Members §4.5.
 */
export async function checkAudience(
  db: Db,
  who: Who,
  given: Audience,
  before: Audience | null = null,
): Promise<Audience> {
  const { customerScope, customerIds } = given
  if (customerScope === BY_CONDITIONS) {
    if (given.conditions === null) throw refuse(NO_CONDITION, 'conditions')
    const conditions = await checkRule(db, who, given.conditions, { before: before?.conditions ?? null })
    return { ...given, customerIds: [], conditions }
  }
  const entity = SCOPE_ENTITY[customerScope]
  if (entity === undefined) return { ...given, customerIds: [], conditions: null }
  if (customerIds.length === 0 && NAMED_SCOPES.includes(customerScope))
    throw refuse('请选择指定对象', 'customerIds')
  const kept = before?.customerScope === customerScope ? before.customerIds : []
  const fault = knownEntity(db, entity) && (await referenceFault(db, who, entity, customerIds, kept))
  if (fault) throw refuse(`指定对象${fault}`, 'customerIds')
  return { ...given, conditions: null }
}

const among = (column: string, ids: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.raw(column)} = any(${sql.val([...ids])}::int[])`

/** The users who are meant, as joins and a condition over "user" as u. */
function meant(db: Db, aud: Audience, asOf: Date, within: Within): CompiledRule {
  const { customerScope, customerIds: ids, channelIds, conditions } = aud
  const none = { joins: sql``, where: sql<SqlBool>`true` }
  const byRule =
    customerScope === BY_CONDITIONS && conditions !== null ? compileRule(db, conditions, asOf, within) : none
  const parts: RawBuilder<unknown>[] = [
    withinSql(within)('u."id"'),
    // Whoever is locked out or about to leave is reached by nothing.
    sql`u."isDel" = 0 and u."lifeStatus" = 0 and u."status" = 1`,
    byRule.where,
  ]
  if (channelIds.length > 0) parts.push(among('u."channelId"', channelIds))
  if (customerScope === 2) parts.push(sql`(${among('u."level"', ids)} or ${among('u."customerLevel"', ids)})`)
  if (customerScope === 3)
    parts.push(
      sql`u."isPaidMember" = 1${ids.length === 0 ? sql`` : sql` and ${among('u."paidLevel"', ids)}`}`,
    )
  if (customerScope === 4)
    parts.push(sql`(${among('u."groupId"', ids)} or ${among('u."customerGroupId"', ids)})`)
  if (customerScope === 5)
    parts.push(sql`exists (select 1 from "userTagRel" r where r."uid" = u."id" and r."source" <> -1
      and ${among('r."tagId"', ids)})`)
  if (customerScope === 6) parts.push(among('u."id"', ids))
  if (customerScope === 7) parts.push(among('u."companyId"', ids))
  if (customerScope === 8) parts.push(sql`u."payCount" = 0`)
  return { joins: byRule.joins, where: sql<SqlBool>`${sql.join(parts, sql` and `)}` }
}

async function ofPerson(db: Db, who: Who): Promise<RawBuilder<unknown>> {
  const scope = scopeCondition(await rowScope(db, who, user), 'u')
  return scope === null ? sql`true` : sql`${scope}`
}

/**
 * How many people are meant, of those within the person's data scope. The audience has been checked (checkAudience). Members
 * §4.5, §17.
 */
export async function audienceCount(db: Db, who: Who, aud: Audience, asOf = new Date()): Promise<number> {
  const { joins, where } = meant(db, aud, asOf, { kind: 'all' })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from "user" as u ${joins} where ${where} and ${await ofPerson(db, who)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const AT_ONCE = 5000

/**
 * The uids who are meant, of those within the person's data scope, in rising order and in ranges of 5,000 users; `after`
 * goes on behind a uid, as after an interruption. Each range is one statement. Members §4.5.
 */
export async function* audienceStream(
  db: Db,
  who: Who,
  aud: Audience,
  { after = 0, asOf = new Date() }: { after?: number; asOf?: Date } = {},
): AsyncIterable<readonly number[]> {
  const scope = await ofPerson(db, who)
  for (let last = after; ; ) {
    const to = await endOfRange(db, last, AT_ONCE)
    if (to === null) return
    const { joins, where } = meant(db, aud, asOf, { kind: 'range', after: last, to })
    const { rows } = await sql<{ id: number }>`
      select u."id" from "user" as u ${joins} where ${where} and ${scope} order by u."id"`.execute(db)
    if (rows.length > 0) yield rows.map((row) => row.id)
    last = to
  }
}

/** The uid with which the next `size` users behind one end; null behind the last. */
export async function endOfRange(db: Db, after: number, size: number): Promise<number | null> {
  const { rows } = await sql<{ to: number | null }>`
    select max("id") as "to" from (select "id" from "user" where "id" > ${after} order by "id" limit ${size}) as r`.execute(
    db,
  )
  return rows[0]?.to ?? null
}

/** Whether one user is meant now. Members §4.5. */
export async function inAudience(db: Db, uid: number, aud: Audience, asOf = new Date()): Promise<boolean> {
  const { joins, where } = meant(db, aud, asOf, { kind: 'these', uids: [uid] })
  const { rows } = await sql`select 1 from "user" as u ${joins} where ${where}`.execute(db)
  return rows.length > 0
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { parseMoney } from '#kit/shared/money.ts'
import { startOfDay, zonedTime } from '#kit/shared/time.ts'
import { type ConditionFacts, conditionOf, momentOf, type Source, sinceOf } from './condition.server.ts'
import {
  type Condition,
  isGroup,
  NO_FIELD,
  type Op,
  type Rule,
  type RuleGroup,
  type Window,
} from './rule.rules.ts'

/** Which users a statement looks at. */
export type Within =
  | { kind: 'all' }
  /** behind one uid, up to and with another */
  | { kind: 'range'; after: number; to: number }
  | { kind: 'these'; uids: readonly number[] }
  /** one of so many, always the same ones */
  | { kind: 'sample'; oneOf: number }

/** A rule as parts of one statement over `"user" as u`. */
export interface CompiledRule {
  /** joins behind "user" as u */
  joins: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
}

/** The condition that a column of users lies within what is looked at. */
export function withinSql(within: Within): (column: string) => RawBuilder<unknown> {
  return (column) => {
    const uid = sql.raw(column)
    if (within.kind === 'all') return sql`true`
    if (within.kind === 'these') return sql`${uid} = any(${sql.val([...within.uids])}::int[])`
    if (within.kind === 'range') return sql`${uid} > ${within.after}::int and ${uid} <= ${within.to}::int`
    return sql`mod(abs(hashint4(${uid})::bigint), ${within.oneOf}::int) = 0`
  }
}

/** Those who can have tags: neither erased nor merged. */
export const LIVING = sql<SqlBool>`u."isDel" = 0 and u."lifeStatus" in (0, 1)`

const two = (n: number): string => String(n).padStart(2, '0')

/** 'yyyy-MM-dd' of a moment in the shop's zone. */
export function dayOf(moment: Date): string {
  const { year, month, day } = zonedTime(moment)
  return `${year}-${two(month)}-${two(day)}`
}

/**
 * Makes one statement of a rule that has been checked (checkRule): every value is a parameter, every name stands in the
 * declarations of its fields. The joined rows of one source and the same days are joined once. Members §4.5.
 */
export function compileRule(db: Db, rule: Rule, asOf: Date, within: Within): CompiledRule {
  const among = withinSql(within)
  const joined = new Map<string, { alias: string; text: RawBuilder<unknown> }>()
  const today = dayOf(asOf)

  const join = (source: Source, window: Window, since: Date | null): string => {
    const days =
      window.type === 'all'
        ? null
        : { from: dayOf(since ?? asOf), to: window.type === 'range' ? window.to : today }
    const key = `${source.key} ${days?.from ?? ''} ${days?.to ?? ''}`
    const found = joined.get(key)
    if (found !== undefined) return found.alias
    const alias = `j${joined.size + 1}`
    const rows = source.rows({ within: among, days, asOf })
    joined.set(key, {
      alias,
      text: sql`left join (${rows}) as ${sql.raw(alias)} on ${sql.raw(alias)}."uid" = u."id"`,
    })
    return alias
  }

  const one = (condition: Condition): RawBuilder<unknown> => {
    const facts = conditionOf(db, condition.field)
    if (facts === undefined) throw refuse(NO_FIELD)
    const window = condition.window ?? { type: 'all' }
    const since = sinceOf(window, asOf)
    const ids = Array.isArray(condition.value)
      ? condition.value.filter((id: unknown): id is number => typeof id === 'number')
      : []
    const value = facts.sql({
      join: (source) => {
        const alias = join(source, facts.windows === undefined ? { type: 'all' } : window, since)
        return (column) => sql.raw(`${alias}."${column}"`)
      },
      asOf,
      today,
      window,
      since,
      within: among,
      ids,
    })
    return compared(facts, condition.op, value, condition.value)
  }

  const group = ({ match, items }: RuleGroup): RawBuilder<unknown> => {
    const parts = items.map((item) => (isGroup(item) ? group(item) : one(item)))
    return sql`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
  }

  const where = group(rule)
  const joins = [...joined.values()].map(({ text }) => text)
  return { joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `), where: sql<SqlBool>`${where}` }
}

const SIGNS = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** A value that is not there matches 为空 alone: every other comparison with it is neither true nor false. */
function compared(
  facts: ConditionFacts,
  op: Op,
  value: RawBuilder<unknown>,
  given: unknown,
): RawBuilder<unknown> {
  if (facts.type === 'set') return op === 'notIn' ? sql`not (${value})` : sql`(${value})`
  if (op === 'empty') return sql`${value} is null`
  if (op === 'in' || op === 'notIn') {
    const list = Array.isArray(given) ? given : []
    const isText = list.some((item) => typeof item === 'string')
    const among = isText
      ? sql`${value} = any(${sql.val(list.map(String))}::text[])`
      : sql`${value} = any(${sql.val(list.map(Number))}::int[])`
    return op === 'in' ? sql`(${among})` : sql`not (${among})`
  }
  if (op === 'contains') return sql`position(lower(${String(given)}) in lower(${value})) > 0`
  if (op === 'same') return sql`${value} = ${String(given)}`
  if (op === 'is') return sql`${value} = ${Number(given)}::int`
  if (facts.type === 'date') return comparedDays(op, value, given)
  const amount = (item: unknown): RawBuilder<unknown> =>
    facts.type === 'money' ? sql`${parseMoney(item) ?? 0}::bigint` : sql`${Number(item)}::numeric`
  if (op === 'between') {
    const [from, to]: readonly unknown[] = Array.isArray(given) ? given : []
    return sql`(${value} >= ${amount(from)} and ${value} <= ${amount(to)})`
  }
  return sql`${value} ${sql.raw(SIGNS[op])} ${amount(given)}`
}

/** Moments are compared by the days of the shop's zone. */
function comparedDays(op: Op, value: RawBuilder<unknown>, given: unknown): RawBuilder<unknown> {
  const [first, last]: readonly unknown[] = Array.isArray(given) ? given : [given, given]
  const start = momentOf(String(first))
  const end = startOfDay(momentOf(String(last)), 1)
  switch (op) {
    case 'eq':
    case 'between':
      return sql`(${value} >= ${start} and ${value} < ${end})`
    case 'ne':
      return sql`(${value} < ${start} or ${value} >= ${end})`
    case 'gt':
      return sql`${value} >= ${end}`
    case 'ge':
      return sql`${value} >= ${start}`
    case 'lt':
      return sql`${value} < ${start}`
    default:
      return sql`${value} < ${end}`
  }
}

/** The users a rule means as a query of `id`, over those of `within` who can have tags. */
export function usersOf(db: Db, rule: Rule, asOf: Date, within: Within): RawBuilder<unknown> {
  const { joins, where } = compileRule(db, rule, asOf, within)
  return sql`select u."id" from "user" as u ${joins} where ${withinSql(within)('u."id"')} and ${LIVING} and ${where}`
}

/** As a condition of a list of users, e.g. for 高级筛选: the row "user"."id" is meant by the rule. Members §2.3. */
export function isMeant(db: Db, rule: Rule, asOf = new Date()): RawBuilder<SqlBool> {
  return sql<SqlBool>`"user"."id" in (${usersOf(db, rule, asOf, { kind: 'all' })})`
}

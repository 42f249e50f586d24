import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import type { Choice } from '#kit/shared/field.ts'
import { dayStart, startOfDay } from '#kit/shared/time.ts'
import { type ConditionType, type Op, opsOf, type Window, type WindowType } from './rule.rules.ts'

/** Rows with a `uid` each, at most one for a user, which conditions read figures of; joined once for all that ask alike. */
export interface Source {
  /** tells sources apart; the days are added where the source counts over some */
  key: string
  /** a query of `uid` and figures; `within` limits its column of the user to those who are looked at */
  rows(at: SourceAt): RawBuilder<unknown>
}

interface SourceAt {
  within(column: string): RawBuilder<unknown>
  /** first and last day, 'yyyy-MM-dd' of the shop's zone; null: all of them */
  days: { from: string; to: string } | null
  /** the moment the rule is asked for */
  asOf: Date
}

/** What a condition makes its statement of. Nothing typed enters it but as a parameter. */
export interface ConditionAt {
  /** the rows of a source beside the user, for this condition's days */
  join(source: Source): (column: string) => RawBuilder<unknown>
  /** the moment and the day (yyyy-MM-dd of the shop's zone) the rule is asked for */
  asOf: Date
  today: string
  window: Window
  /** the moment its days begin; null: all of them */
  since: Date | null
  /** limits a column of users to those who are looked at */
  within(column: string): RawBuilder<unknown>
  /** of a set: the values asked for */
  ids: readonly number[]
}

/** A fact of users that rules ask for. */
export interface ConditionFacts {
  label: string
  /** heading of the fields it stands with: 基础, 资产, 交易, 行为, 互动 */
  group: string
  type: ConditionType
  /** fewer operators than its type has */
  ops?: readonly Op[]
  /** a value may be missing: 为空 is offered */
  nullable?: boolean
  /** it is counted over days, and over which kinds of them */
  windows?: readonly WindowType[]
  choices?: readonly Choice[]
  /** of ref and set: the entity, as registered with declareRef */
  ref?: string
  unit?: string
  decimals?: number
  min?: number
  max?: number
  help?: string
  /** the value of the user "u"; of a set the condition that the user has one of `ids`. Money in cents */
  sql(at: ConditionAt): RawBuilder<unknown>
}

const conditions = namedPoint<ConditionFacts>('Condition')

/**
 * Registers a fact of users that rules of tags, messages, notices, surveys and pages may ask for, by rooms that know it.
 * Doors §3, Members §4.5.
 */
export const declareCondition = (field: string, facts: ConditionFacts): Registration =>
  conditions.as(field, facts)

export const conditionOf = (db: Db, field: string): ConditionFacts | undefined => conditions.of(db, field)

/** All of them, in the order of the rooms. */
export const allConditions = (db: Db): ReadonlyMap<string, ConditionFacts> => conditions.all(db)

/** The operators a field offers. */
export const opsFor = ({ type, ops, nullable = false }: ConditionFacts): readonly Op[] =>
  ops ?? opsOf(type, nullable)

/** The first moment of a day 'yyyy-MM-dd' of the shop's zone, moved by whole days. */
export function momentOf(day: string, moved = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayStart(year, month, date + moved)
}

/** When a window begins, counted from the day of `asOf`, which is the last of 近N天; null: it has no beginning. */
export function sinceOf(window: Window, asOf: Date): Date | null {
  if (window.type === 'all') return null
  return window.type === 'lastDays' ? startOfDay(asOf, 1 - window.n) : momentOf(window.from)
}

/** Whole days from a moment to the one the rule is asked for. */
export const daysSince = (moment: RawBuilder<unknown>, asOf: Date): RawBuilder<unknown> =>
  sql`floor(extract(epoch from (${asOf}::timestamptz - ${moment})) / 86400)::int`

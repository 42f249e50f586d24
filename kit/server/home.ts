import { type Expression, type SqlBool, sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { conditionsOf } from './list.ts'
import { namedPoint, type Registration } from './points.ts'
import { may, type Who } from './who.ts'

// The cards of the home page: what rooms bring to it, asked only for who may open the page a card leads to. Screens §6.

interface Card {
  label: string
  /** address of the list that a click opens */
  to: string
  /** code a person needs for that list; none: everybody */
  permission?: string
}

/** 待我处理: how much waits for this person, and since when the oldest does. */
export interface HomeTodo extends Card {
  count(db: Db, who: Who): Promise<{ n: number; oldest: Date | null }>
}

/** 今天: what happened on each of the last DAYS days. */
export interface HomeFigure extends Card {
  /** of its numbers, e.g. 个; cents are told as money */
  unit: string
  /** from: the start of the first of them */
  perDay(db: Db, who: Who, from: Date): Promise<readonly number[]>
}

/** 要留意: how much ends soon or stays behind. */
export interface HomeWatch extends Card {
  count(db: Db, who: Who): Promise<number>
}

/** 开始使用: what a new installation does first. */
export interface HomeStep extends Card {
  /** where in the menu it is done */
  hint: string
  done(db: Db): Promise<boolean>
}

const todos = namedPoint<HomeTodo>('To-do')
const figures = namedPoint<HomeFigure>('Figure')
const watches = namedPoint<HomeWatch>('Watch')
const steps = namedPoint<HomeStep>('First step')

/** Registers what waits for people. Doors §3 declareTodo. */
export const declareTodo = (key: string, todo: HomeTodo): Registration => todos.as(key, todo)
/** Registers a figure of the day. Screens §6. */
export const declareFigure = (key: string, figure: HomeFigure): Registration => figures.as(key, figure)
/** Registers what people have to keep an eye on. Screens §6. */
export const declareWatch = (key: string, watch: HomeWatch): Registration => watches.as(key, watch)
/** Registers a first step: a new installation is led through them in the order of the rooms. Screens §6. */
export const declareStep = (key: string, step: HomeStep): Registration => steps.as(key, step)

/** Today and the fourteen days before it. */
export const DAYS = 15

/**
 * A figure: how many rows of an entity were made on each day, within the data scope of who asks. Kept until a row of it
 * changes. The entity needs an index on "createTime" where "isDel" = 0.
 */
export function madePerDay(of: Entity, card: Card & { unit: string }): HomeFigure {
  return {
    ...card,
    async perDay(db, who, from) {
      const made = sql.ref(`${of.name}.createTime`)
      const where = sql.join(await conditionsOf(db, who, of, {}), sql` and `)
      // A range for each day is counted in the index; to work out the day of each row takes five times as long.
      return keptCounts(
        db,
        sql<{ counts: number[] }>`select array(
          select (select count(*)::int from ${sql.table(of.name)}
            where ${where} and ${made} >= "start" and ${made} < "start" + interval '24 hours')
          from generate_series(${from}::timestamptz, ${from}::timestamptz + ${sql.lit(DAYS - 1)} * interval '24 hours',
            interval '24 hours') as "start" order by "start") as "counts"`,
        [of.name],
      )
    },
  }
}

/** A first step that is done as soon as an entity has rows, such as `where` says, besides the `brought` ones of every installation. */
export function hasRows(
  of: Entity,
  card: Card & { hint: string },
  { where = sql<SqlBool>`true`, brought = 0 }: { where?: Expression<SqlBool>; brought?: number } = {},
): HomeStep {
  return {
    ...card,
    async done(db) {
      const { rows } = await sql`select from ${sql.table(of.name)} where "isDel" = 0 and ${where}
        limit 1 offset ${sql.lit(brought)}`.execute(db)
      return rows.length > 0
    },
  }
}

/** Something to keep an eye on: rows of an entity under a condition, within the data scope of who asks, at most 100. */
export function rowsWhere(
  of: Entity,
  card: Card,
  condition: (db: Db) => Expression<SqlBool> | Promise<Expression<SqlBool>>,
): HomeWatch {
  return {
    ...card,
    async count(db, who) {
      const where = await conditionsOf(db, who, of, {}, { where: [await condition(db)] })
      const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from (
        select from ${sql.table(of.name)} where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
        db,
      )
      return rows[0]?.n ?? 0
    },
  }
}

/** What a card tells, in the order of the rooms; a card that could not be read says so and leaves the others. */
interface Told {
  key: string
  label: string
  to: string
  failed: boolean
}
export interface Home {
  todos: (Told & { n: number; oldest: Date | null })[]
  figures: (Told & { unit: string; days: number[] })[]
  watches: (Told & { n: number })[]
  steps: (Told & { hint: string; done: boolean })[]
}

const NO_TODO: { n: number; oldest: Date | null } = { n: 0, oldest: null }
const NO_FIGURE: { unit: string; days: number[] } = { unit: '', days: [] }

/** The home page of a person, card by card on one connection. `failed` hears why a card could not be read. */
export async function readHome(db: Db, who: Who, failed: (error: unknown) => Promise<void>): Promise<Home> {
  async function each<C extends Card, R>(
    cards: ReadonlyMap<string, C>,
    none: R,
    ask: (card: C) => Promise<R>,
  ): Promise<(Told & R)[]> {
    const told: (Told & R)[] = []
    for (const [key, card] of cards) {
      const { label, to, permission } = card
      if (permission !== undefined && !may(who, permission)) continue
      try {
        told.push({ key, label, to, failed: false, ...(await ask(card)) })
      } catch (error) {
        await failed(error)
        told.push({ key, label, to, failed: true, ...none })
      }
    }
    return told
  }
  const from = startOfDay(new Date(), 1 - DAYS)
  return {
    todos: await each(todos.all(db), NO_TODO, (card) => card.count(db, who)),
    figures: await each(figures.all(db), NO_FIGURE, async ({ unit, perDay }) => ({
      unit,
      days: [...(await perDay(db, who, from))],
    })),
    watches: await each(watches.all(db), { n: 0 }, async (card) => ({ n: await card.count(db, who) })),
    steps: await each(steps.all(db), { hint: '', done: false }, async ({ hint, done }) => ({
      hint,
      done: await done(db),
    })),
  }
}

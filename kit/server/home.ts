import { sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import { dayKey, startOfDay } from '#kit/shared/time.ts'
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

/** 今天: what happened on each of the last days, by the key of the day (dayKey). */
export interface HomeFigure extends Card {
  /** of its numbers, e.g. 个; cents are told as money */
  unit: string
  perDay(db: Db, who: Who, from: Date): Promise<ReadonlyMap<string, number>>
}

/** 要留意: how much ends soon or stays behind. */
export interface HomeWatch extends Card {
  count(db: Db, who: Who): Promise<number>
}

/** 开始使用: what a new installation does first. */
export interface HomeStep extends Card {
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
/**
 * Registers a first step. Screens §6.
 * @public none yet
 */
export const declareStep = (key: string, step: HomeStep): Registration => steps.as(key, step)

/** Today and the fourteen days before it. */
export const DAYS = 15

/** A figure: how many rows of an entity were made on each day, within the data scope of who asks. */
export function madePerDay(of: Entity, card: Card & { unit: string }): HomeFigure {
  return {
    ...card,
    async perDay(db, who, from) {
      const time = sql.ref(`${of.name}.createTime`)
      const where = [...(await conditionsOf(db, who, of, {})), sql`${time} >= ${from}`]
      const { rows } = await sql<{ day: string; n: number }>`
        select to_char(${time} at time zone 'Asia/Shanghai', 'YYYYMMDD') as "day", count(*)::int as "n"
        from ${sql.table(of.name)} where ${sql.join(where, sql` and `)} group by 1`.execute(db)
      return new Map(rows.map(({ day, n }) => [day, n]))
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
  steps: (Told & { done: boolean })[]
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
  const now = new Date()
  const from = startOfDay(now, 1 - DAYS)
  const days = Array.from({ length: DAYS }, (_, at) => dayKey(startOfDay(now, at + 1 - DAYS)))
  return {
    todos: await each(todos.all(db), NO_TODO, (card) => card.count(db, who)),
    figures: await each(figures.all(db), NO_FIGURE, async ({ unit, perDay }) => {
      const found = await perDay(db, who, from)
      return { unit, days: days.map((day) => found.get(day) ?? 0) }
    }),
    watches: await each(watches.all(db), { n: 0 }, async (card) => ({ n: await card.count(db, who) })),
    steps: await each(steps.all(db), { done: false }, async (card) => ({ done: await card.done(db) })),
  }
}

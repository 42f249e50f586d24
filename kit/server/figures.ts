import { sql } from 'kysely'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import type { Db } from './database.ts'
import { builtRows } from './textRows.ts'
import type { Who } from './who.ts'

type Row = Record<string, unknown>

/** Reads a figure of many rows at once, by their ids. */
type FigureRead<T = unknown> = (db: Db, ids: readonly number[], who: Who) => Promise<ReadonlyMap<number, T>>

/** A figure that the database tells of a row by an expression over its table. */
interface RowFigure {
  of: Entity
  text(): string
  make?: MakeFigure | undefined
}

/** Makes the field of what the expression told, with what is looked up once for a page. */
type MakeFigure = (db: Db) => Promise<(told: string) => unknown>

/**
 * What a room counts or sums for fields of an answer that no join declares: a read by ids, or an expression (`rowFigure`).
 * A number is 0, a text '' where nothing is told of a row.
 */
export type Figures = Readonly<Record<string, FigureRead | RowFigure>>

/**
 * A figure by an expression over the row, which is named as the table of its entity (`"user"."id"`). A list tells it with its rows,
 * in one statement; of rows that are there already it is asked by their ids. A function where the text follows from the time.
 * `make` turns what it told into what the field holds. Architecture §4.
 */
export function rowFigure(of: Entity, text: string | (() => string), make?: MakeFigure): RowFigure {
  return { of, text: typeof text === 'string' ? () => text : text, make }
}

/**
 * Figures that one expression over the row tells together, as a text: it stands once in the statement of the rows, however many
 * of them are asked for. Each is made of that text.
 */
export function sharedRowFigures(
  of: Entity,
  text: string | (() => string),
  made: Readonly<Record<string, (told: string) => unknown>>,
): Readonly<Record<string, RowFigure>> {
  const { text: same } = rowFigure(of, text)
  return Object.fromEntries(
    Object.entries(made).map(([name, make]): [string, RowFigure] => [
      name,
      { of, text: same, make: async () => make },
    ]),
  )
}

/** Figures that one statement tells of the rows: it is asked once for all of them that a page shows. */
export function sharedFigures<T>(
  read: FigureRead<T>,
  made: Readonly<Record<string, (of: T) => unknown>>,
): Readonly<Record<string, FigureRead>> {
  // The figures of a page are asked with one list of ids.
  const answers = new WeakMap<readonly number[], Promise<ReadonlyMap<number, T>>>()
  const once = (db: Db, ids: readonly number[], who: Who): Promise<ReadonlyMap<number, T>> => {
    const answer = answers.get(ids) ?? read(db, ids, who)
    answers.set(ids, answer)
    return answer
  }
  return Object.fromEntries(
    Object.entries(made).map(([name, make]): [string, FigureRead] => [
      name,
      async (db, ids, who) => new Map([...(await once(db, ids, who))].map(([id, of]) => [id, make(of)])),
    ]),
  )
}

/** The figures that a shape has a field for and that are asked for: those a statement of the rows can tell, and the others. */
export function partedFigures(
  figures: Figures,
  shape: Shape,
  asked: ReadonlySet<string> | null,
): { told: Record<string, RowFigure>; read: Record<string, FigureRead> } {
  const told: Record<string, RowFigure> = {}
  const read: Record<string, FigureRead> = {}
  for (const [name, figure] of Object.entries(figures)) {
    if (shape[name] === undefined || (asked !== null && !asked.has(name))) continue
    if (typeof figure === 'function') read[name] = figure
    else told[name] = figure
  }
  return { told, read }
}

/** The columns of a statement that tell figures of its rows, with a comma before each. */
export const toldText = (told: Readonly<Record<string, RowFigure>>): string =>
  Object.entries(told)
    .filter(([name, figure]) => tellerOf(told, figure) === name)
    .map(([name, figure]) => `, (${figure.text()}) as "${name}"`)
    .join('')

/** The first of the figures that one expression tells: its column holds what the others are made of, too. */
function tellerOf(told: Readonly<Record<string, RowFigure>>, { text }: RowFigure): string | undefined {
  for (const name of Object.keys(told)) if (told[name]?.text === text) return name
  return undefined
}

/** Makes fields of what the statement of the rows has told, in place. */
export async function makeTold(
  db: Db,
  shape: Shape,
  rows: readonly Row[],
  told: Readonly<Record<string, RowFigure>>,
): Promise<void> {
  for (const [name, figure] of Object.entries(told)) {
    const teller = tellerOf(told, figure) ?? name
    if (teller !== name) for (const row of rows) row[name] = row[teller]
  }
  for (const [name, { make }] of Object.entries(told)) {
    const none = noneOf(shape[name])
    const isTold = rows.some((row) => row[name] !== null)
    const made = make === undefined || !isTold ? null : await make(db)
    for (const row of rows)
      row[name] = row[name] === null ? none : made === null ? row[name] : made(String(row[name]))
  }
}

/** Fills figures into rows that are there already, in place: one statement for each read and one for all expressions. */
export async function fillFigures(
  db: Db,
  who: Who,
  shape: Shape,
  rows: readonly Row[],
  asked: ReadonlySet<string> | null,
  figures: Figures,
): Promise<void> {
  const { told, read } = partedFigures(figures, shape, asked)
  const ids = rows.map((row) => Number(row.id))
  const work = Object.entries(read).map(async ([name, figure]) => {
    const found = await figure(db, ids, who)
    const none = noneOf(shape[name])
    for (const row of rows) row[name] = found.get(Number(row.id)) ?? none
  })
  const [first] = Object.values(told)
  if (first !== undefined) work.push(askTold(db, first.of, shape, rows, told))
  await Promise.all(work)
}

async function askTold(
  db: Db,
  of: Entity,
  shape: Shape,
  rows: readonly Row[],
  told: Readonly<Record<string, RowFigure>>,
): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  const found = await builtRows<Row>(
    db,
    sql`select ${sql.ref(`${of.name}.id`)}${sql.raw(toldText(told))} from ${sql.table(of.name)}
      where ${sql.ref(`${of.name}.id`)} = any(${sql.val(ids)}::int8[])`,
  )
  const byId = new Map(found.map((row) => [Number(row.id), row]))
  for (const row of rows)
    for (const name of Object.keys(told)) row[name] = byId.get(Number(row.id))?.[name] ?? null
  await makeTold(db, shape, rows, told)
}

const NUMBERS = new Set(['int', 'money', 'decimal', 'flag'])

function noneOf(field: Field | undefined): unknown {
  if (field === undefined) return null
  return NUMBERS.has(field.type) ? 0 : blankOf(field)
}

/** What a field holds where nothing is told or joined, also where a stored row must hold more. */
export function blankOf({ empty, type, many }: Field): unknown {
  if (empty !== undefined) return empty
  return many || LISTS.has(type) ? [] : null
}

const LISTS = new Set(['texts', 'images', 'files', 'lines'])

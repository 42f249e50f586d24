import { type Expression, type SqlBool, sql } from 'kysely'
import type { Answer, Page, Paging } from '#kit/shared/call.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type Field, INT_MAX, type RowOf, type Shape } from '#kit/shared/field.ts'
import { askedOf, sourcesOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { DateLimitError, dayKey, isDay, parseDateLimit } from '#kit/shared/time.ts'
import { bothOf } from './bothOf.ts'
import { columnsText, namedText, storedFields } from './columns.ts'
import { COUNT_LIMIT, keptCounts } from './counts.ts'
import type { Db } from './database.ts'
import { type Figures, makeTold, partedFigures, toldText } from './figures.ts'
import { countAndIdsOf, countOf, FEW, foundBy, livingOf } from './found.ts'
import { freshPage } from './freshPage.ts'
import { joinRows } from './joins.ts'
import { pageText } from './pageText.ts'
import { readRow } from './rows.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { textRows } from './textRows.ts'
import { may, type Who } from './who.ts'

export interface ListOptions {
  /** conditions beside the entity's own filters */
  where?: readonly Expression<SqlBool>[]
  /** show deleted rows (the recycle bin) or both; 0 unless given */
  isDel?: 0 | 1 | 'both'
  /** column of the dateLimit filter; createTime unless given */
  dateColumn?: string
  /** order in place of the entity's; sortBy of the request still wins */
  order?: readonly (readonly [string, 'asc' | 'desc'])[]
  /** columns to read; all unless given */
  columns?: readonly string[]
  /**
   * rows are added without the kit being told (logs): a count is kept only where it is beyond what lists count. `grows`: no row
   * is ever deleted, and what this list asks of one does not change unless `reads` do
   */
  fresh?: boolean | 'grows'
  /** column of the time at which rows that only grow were written; createTime unless given */
  writtenAt?: string
  /** the planner cannot weigh the conditions, e.g. on what lies in other tables: few rows are found first, then sorted */
  unweighed?: boolean
  /** rows that a word of the keywords finds by what lies in other tables, e.g. the name of their company */
  alsoFound?(word: string, db: Db): Expression<SqlBool> | Promise<Expression<SqlBool>>
  /** what the room counts or sums for fields of the answer (answerPage, derivedPage) */
  figures?: Figures | undefined
  /** further tables the conditions read, so that a kept count is taken anew when they change */
  reads?: readonly string[]
}

const wordsOf = (keywords: string): string[] => keywords.split(/\s+/).filter((word) => word !== '')

/**
 * The condition of keywords on an entity: every word must occur in one of its searched fields, or find the row by
 * `also`.
 */
export function keywordCondition(
  of: Entity,
  keywords: string,
  also?: (word: string) => Expression<SqlBool>,
): Expression<SqlBool> | null {
  const fields = Object.entries(of.all).filter(([, field]) => field.search)
  const words = wordsOf(keywords)
  if ((fields.length === 0 && also === undefined) || words.length === 0) return null
  const parts = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    const hits = fields.map(([name, field]) => {
      const column = sql.ref(`${of.name}.${name}`)
      return field.type === 'int' ? sql`${column}::text = ${word}` : sql`${column} ilike ${pattern}`
    })
    const exact = sql`(${sql.join(hits, sql` or `)})`
    const found = of.facts.grams ? gramCondition(of, word, exact) : exact
    const byId = of.facts.searchId && /^[1-9]\d{0,8}$/.test(word)
    const ways = [
      // What is found elsewhere alone stands alone: beside an "or" the planner makes no join of it.
      ...(hits.length === 0 ? [] : [found]),
      ...(byId ? [sql`${sql.ref(`${of.name}.id`)} = ${Number(word)}`] : []),
      ...(also === undefined ? [] : [also(word)]),
    ]
    return sql`(${sql.join(ways, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

/** Phones begin alike: pairs that nearly all rows hold cost the index most and tell it nothing. Their last six digits find them. */
const PHONE = /^1\d{10}$/
const TELLING_PAIRS = 5

/**
 * The index finds the rows that hold every pair of neighbouring characters. One character or one pair is found
 * exactly; a longer word also needs the exact test, which then runs on the rows found only.
 */
export function gramCondition(of: Entity, word: string, exact: Expression<unknown>): Expression<unknown> {
  const letters = [...word.toLowerCase()]
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
  const grams = pairs.length === 0 ? letters : pairs
  const asked = PHONE.test(word) ? pairs.slice(-TELLING_PAIRS) : grams
  const held = sql`${sql.ref(`${of.name}.searchGrams`)} @> ${sql.val([...new Set(asked)])}::text[]`
  return grams.length === 1 ? held : sql`(${held} and ${exact})`
}

/**
 * The whole numbers of a comma text, of a filter by ids or choices; 422 at its field when there is anything else in it, or
 * a number above `most`.
 */
export function filterNumbers(text: string, label: string, field: string, most = INT_MAX): number[] {
  const numbers = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
  if (numbers.some((number) => !Number.isInteger(number) || Math.abs(number) > most))
    throw refuse(`${label}格式不正确`, field)
  return numbers
}

function filterCondition(of: Entity, name: string, field: Field, text: string): Expression<SqlBool> {
  const column = sql.ref(`${of.name}.${name}`)
  const isText =
    ['text', 'dict', 'month'].includes(field.type) || typeof field.choices?.[0]?.value === 'string'
  // One value is asked for as one: only then an index of it and of the list's order finds a page without sorting.
  const [word = '', ...words] = text.split(',')
  if (isText)
    return words.length === 0
      ? sql<SqlBool>`${column} = ${sql.val(word)}::text`
      : sql<SqlBool>`${column} = any(${sql.val([word, ...words])}::text[])`
  if (field.type === 'date') {
    if (words.length > 0 || !isDay(word)) throw refuse(`${field.label}格式不正确`, name)
    return sql<SqlBool>`${column} = ${sql.val(word)}::date`
  }
  const most = field.big ? Number.MAX_SAFE_INTEGER : INT_MAX
  const numbers = filterNumbers(text, field.label, name, most)
  if (field.many) return sql<SqlBool>`${column} && ${sql.val(numbers)}::int[]`
  return numbers.length === 1
    ? sql<SqlBool>`${column} = ${sql.val(numbers[0])}::int8`
    : sql<SqlBool>`${column} = any(${sql.val(numbers)}::int8[])`
}

const filters = new WeakMap<Entity, readonly [string, Field][]>()

/** The fields of an entity that lists filter by: a few of some hundred. */
function filtersOf(of: Entity): readonly [string, Field][] {
  const known = filters.get(of) ?? Object.entries(of.all).filter(([, field]) => field.filter)
  filters.set(of, known)
  return known
}

/** The conditions of a list request on an entity: deleted or not, scope, filters, keywords, dateLimit, rowIds, extra. */
export async function conditionsOf(
  db: Db,
  who: Who,
  of: Entity,
  input: Partial<Paging>,
  options: ListOptions = {},
): Promise<Expression<SqlBool>[]> {
  const found: Expression<SqlBool>[] = [...(options.where ?? [])]
  const isDel = options.isDel ?? 0
  if (isDel === 0) found.push(livingOf(of))
  else if (isDel === 1) found.push(sql<SqlBool>`${sql.ref(`${of.name}.isDel`)} = 1`)
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  if (scope !== null) found.push(scope)
  const given: Record<string, unknown> = trust(input)
  for (const [name, field] of filtersOf(of)) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') found.push(filterCondition(of, name, field, value))
  }
  const words = input.keywords ? await wordsCondition(db, of, input.keywords, options) : null
  if (words !== null) found.push(words)
  const range = dateRange(input.dateLimit)
  if (range !== null) {
    const name = options.dateColumn ?? 'createTime'
    const column = sql.ref(`${of.name}.${name}`)
    found.push(
      // A day has no zone: it is compared with the days of the range, not with their midnights.
      of.all[name]?.type === 'date'
        ? sql<SqlBool>`${column} >= ${dayKey(range.from)}::date and ${column} < ${dayKey(range.to)}::date`
        : sql<SqlBool>`${column} >= ${range.from} and ${column} < ${range.to}`,
    )
  }
  if (input.rowIds !== undefined && input.rowIds.length > 0)
    found.push(sql<SqlBool>`${sql.ref(`${of.name}.id`)} = any(${sql.val(input.rowIds)}::int8[])`)
  return found
}

async function wordsCondition(db: Db, of: Entity, keywords: string, options: ListOptions) {
  if (options.alsoFound === undefined) return keywordCondition(of, keywords)
  const also = new Map<string, Expression<SqlBool>>()
  for (const word of wordsOf(keywords)) also.set(word, await options.alsoFound(word, db))
  return keywordCondition(of, keywords, (word) => also.get(word) ?? sql<SqlBool>`false`)
}

/** The range of a dateLimit; 422 at the field when it cannot be read. */
export function dateRange(dateLimit: string | undefined): { from: Date; to: Date } | null {
  try {
    return parseDateLimit(dateLimit)
  } catch (error) {
    if (error instanceof DateLimitError) throw refuse(error.message, 'dateLimit')
    throw error
  }
}

/**
 * The order of a list: what was asked for, one of the fields, else the entity's; always ended by id, so that pages never
 * overlap.
 */
export function orderOf(
  of: Entity,
  who: Who,
  input: Partial<Paging>,
  options: ListOptions = {},
  fields: Shape = of.all,
): [string, 'asc' | 'desc'][] {
  const asked = input.sortBy ?? ''
  if (asked !== '') {
    const field = fields[asked]
    if (!field?.sortable || (field.permission !== undefined && !may(who, field.permission)))
      throw refuse('排序字段格式不正确', 'sortBy')
    const direction = input.sortOrder === 'asc' ? 'asc' : 'desc'
    return asked === 'id'
      ? [['id', direction]]
      : [
          [asked, direction],
          ['id', direction],
        ]
  }
  const order = options.order ?? of.facts.order ?? []
  const last = order.at(-1)
  return [
    ...order.map(([name, direction]): [string, 'asc' | 'desc'] => [name, direction]),
    ...(last?.[0] === 'id' ? [] : [['id', 'desc'] as [string, 'desc']]),
  ]
}

/** One page of an entity's rows for a person: filters, scope, keywords, order, total. Frame §3. */
export function listPage<E extends Entity>(
  db: Db,
  who: Who,
  of: E,
  input: Paging,
  options: ListOptions = {},
): Promise<Page<EntityRow<E>>> {
  return readPage(db, who, of, input, options)
}

/**
 * The same as a list's answer declares its rows: only what the request asks for by `fields` is read, with what that is
 * made from, and the joined fields are filled in. Architecture §4.
 */
export async function answerPage<R>(
  db: Db,
  who: Who,
  of: Entity,
  { shape = of.all }: Pick<Answer<Page<R>, unknown>, 'shape' | 'encode'>,
  input: Paging,
  options: ListOptions = {},
): Promise<Page<R>> {
  const asked = askedOf(shape, input.fields)
  const { columns, blank } = readFor(of, shape, asked)
  const { told, read } = partedFigures(options.figures ?? {}, shape, asked)
  const page = await readPage<Record<string, unknown>>(db, who, of, input, {
    ...options,
    columns:
      options.columns === undefined ? columns : columns.filter((name) => options.columns?.includes(name)),
    told: toldText(told),
    blank,
  })
  await makeTold(db, shape, page.list, told)
  await joinRows(db, who, shape, page.list, asked, read)
  return trust(page)
}

/** As listPage, with the columns of a shape, which may be others than the entity's. */
export function columnsPage<S extends Shape>(
  db: Db,
  who: Who,
  of: Entity,
  shape: S,
  input: Paging,
  options: ListOptions = {},
): Promise<Page<RowOf<S>>> {
  return readPage(db, who, of, input, { ...options, columns: Object.keys(shape) })
}

/** One row as an answer declares it, within the person's data scope; 404 without. */
export async function answerRow<R>(
  db: Db,
  who: Who,
  of: Entity,
  { shape = of.all }: Pick<Answer<R, unknown>, 'shape' | 'encode'>,
  id: number,
  figures?: Figures,
): Promise<R> {
  const row: object = await readRow(db, who, of, id)
  const [joined] = await joinRows(db, who, shape, [row], null, figures)
  return trust(joined)
}

async function readPage<R>(
  db: Db,
  who: Who,
  of: Entity,
  input: Paging,
  options: ListOptions & { blank?: Readonly<Record<string, unknown>>; told?: string },
): Promise<Page<R>> {
  const conditions = await conditionsOf(db, who, of, input, options)
  const found = foundBy(db, of, conditions)
  const { sql: which, parameters } = found
  const stored = options.columns === undefined ? columnsText(db, of) : namedText(of, options.columns)
  const read = stored + (options.told ?? '')
  const after = pageText(of, orderOf(of, who, input, options, storedFields(db, of)), input)
  const rowsWhere = (text: string, more: readonly unknown[] = []) =>
    textRows<R>(db, `select ${read} ${text} ${after}`, [...parameters, ...more], options.blank)
  const isExact = input.exactTotal === '1'
  const unkept = isExact ? null : 'beyond'
  const reads = options.reads ?? []
  const keptBy = options.fresh ? unkept : [of.name, ...reads]
  if ((input.keywords || options.unweighed) && conditions.length > 0) {
    const counting = isExact ? countOf(found, true) : countAndIdsOf(of, found)
    const [total = 0, ...ids] = await keptCounts(db, counting, keptBy)
    if (total === 0) return pageOf([], 0, input)
    const few = `from "${of.name}" where "${of.name}"."id" = any(array(select "${of.name}"."id" ${which}))`
    const rows =
      ids.length === total
        ? await rowsWhere(`${which} and "${of.name}"."id" = any($${parameters.length + 1}::int8[])`, [ids])
        : await rowsWhere(total > FEW ? which : few)
    return pageOf(rows, total, input)
  }
  if (options.fresh) {
    const growsBeside = options.fresh === 'grows' ? reads : null
    const asked = {
      of,
      writtenAt: options.writtenAt ?? 'createTime',
      read,
      which,
      isFiltered: conditions.length > 0,
      parameters,
      after,
      blank: options.blank,
    }
    const page = { isFirst: input.page === 1, isExact, growsBeside }
    const { rows, total } = await freshPage<R>(db, { ...asked, ...page })
    return pageOf(rows, total, input)
  }
  const counting = keptCounts(db, countOf(found, isExact), keptBy)
  const [rows, [total = 0]] = await bothOf(rowsWhere(which), counting)
  return pageOf(rows, total, input)
}

interface Asked {
  of: Entity
  columns: readonly string[]
  /** has room for what is read and what is joined */
  blank: Record<string, unknown>
}
const askedOnes = new WeakMap<object, Asked>()

/** The columns that the asked fields of a shape are made from; found out once for each set that is asked for. */
function readFor(of: Entity, shape: Shape, asked: ReadonlySet<string> | null): Asked {
  const known = askedOnes.get(asked ?? shape)
  if (known?.of === of) return known
  const fields = [...(asked ?? Object.keys(shape))]
  const sources = fields.flatMap((name) => sourcesOf(shape, name))
  const columns = [...new Set(['id', ...sources])].filter((name) => Object.hasOwn(of.all, name))
  const blank = Object.fromEntries([...new Set([...columns, ...fields])].map((name) => [name, undefined]))
  const made = { of, columns, blank }
  askedOnes.set(asked ?? shape, made)
  return made
}

/** Puts rows and their count into the answer of a list. */
export function pageOf<R>(
  list: R[],
  count: number,
  input: { page: number; limit: number; exactTotal?: string },
): Page<R> {
  const more = count > COUNT_LIMIT && input.exactTotal !== '1'
  const total = more ? COUNT_LIMIT : count
  return {
    list,
    total,
    page: input.page,
    limit: input.limit,
    totalPage: Math.max(1, Math.ceil(total / input.limit)),
    ...(more ? { more } : {}),
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Answer, Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { askedOf, sourcesOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { bothOf } from './bothOf.ts'
import { namedText } from './columns.ts'
import { countFound } from './counts.ts'
import type { Db } from './database.ts'
import { makeTold, partedFigures, toldText } from './figures.ts'
import { joinRows } from './joins.ts'
import { conditionsOf, type ListOptions, orderOf, pageOf } from './list.ts'
import { textRows } from './textRows.ts'
import type { Who } from './who.ts'

interface Derived {
  /** a select in brackets with the columns of the entity and of the answer; those that nobody asks for are not worked out */
  source: RawBuilder<unknown>
  /** the count is kept until one of these tables changes; null: it is taken each time, unless it is beyond what lists count */
  keptBy: readonly string[] | null
}

/**
 * As answerPage, of what a select gives in place of a table: what lies in several tables, or under other names. The entity
 * declares filters, words, order and scope of its columns.
 */
export async function derivedPage<R extends object>(
  db: Db,
  who: Who,
  of: Entity,
  { shape = of.all }: Pick<Answer<Page<R>, unknown>, 'shape' | 'encode'>,
  { source, keptBy }: Derived,
  input: Paging,
  options: ListOptions = {},
): Promise<Page<R>> {
  const asked = askedOf(shape, input.fields)
  const fields = [...(asked ?? Object.keys(shape))]
  const sources = fields.flatMap((name) => sourcesOf(shape, name))
  const isColumn = (name: string): boolean =>
    Object.hasOwn(of.all, name) || (shape[name]?.join === undefined && options.figures?.[name] === undefined)
  const { told, read } = partedFigures(options.figures ?? {}, shape, asked)
  const columns = [...new Set(['id', ...sources])].filter(isColumn)
  const conditions = await conditionsOf(db, who, of, input, { isDel: 'both', ...options })
  // Rows and count ask for the same rows: what they have in common is compiled once.
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const found = sql`from ${source} as ${sql.table(of.name)} ${where}`.compile(db)
  const sortable = Object.fromEntries(Object.entries(shape).filter(([name]) => isColumn(name)))
  const order = orderOf(of, who, input, options, { id: of.all.id, ...sortable }).map(
    ([name, direction]) => `"${of.name}"."${name}" ${direction}`,
  )
  const rowsText = `select ${namedText(of, columns)}${toldText(told)} ${found.sql}
    order by ${order.join(', ')} limit ${input.limit} offset ${(input.page - 1) * input.limit}`
  const [rows, count] = await bothOf(
    textRows<Record<string, unknown>>(db, rowsText, found.parameters),
    countFound(db, found, keptBy, input.exactTotal === '1'),
  )
  await makeTold(db, shape, rows, told)
  return trust(pageOf(await joinRows(db, who, shape, rows, asked, read), count, input))
}

import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { namedText } from '#kit/server/columns.ts'
import { COUNT_LIMIT, keptCounts } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { bothOf, conditionsOf, type ListOptions, orderOf, pageOf } from '#kit/server/list.ts'
import { textRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { Answer, Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { askedOf, sourcesOf } from '#kit/shared/join.ts'

interface Derived {
  /** a select in brackets with all columns of the entity; those that nobody asks for are not worked out */
  source: RawBuilder<unknown>
  /** the count is kept until one of these tables changes; null: it is taken each time, unless it is beyond what lists count */
  keptBy: readonly string[] | null
}

/** As answerPage, of what a select gives in place of a table. */
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
  const columns = [...new Set(['id', ...sources])].filter((name) => Object.hasOwn(of.all, name))
  const conditions = await conditionsOf(db, who, of, input, { isDel: 'both', ...options })
  // Rows and count ask for the same rows: what they have in common is compiled once.
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { sql: from, parameters } = sql`from ${source} as ${sql.table(of.name)} ${where}`.compile(db)
  const order = orderOf(of, who, input, options).map(
    ([name, direction]) => `"${of.name}"."${name}" ${direction}`,
  )
  const isExact = input.exactTotal === '1'
  const rowsText = `select ${namedText(of, columns)} ${from}
    order by ${order.join(', ')} limit ${input.limit} offset ${(input.page - 1) * input.limit}`
  const countText = `select array[count(*)::int] as "counts" from (select 1 as "one" ${from}
    ${isExact ? '' : `limit ${COUNT_LIMIT + 1}`}) as "rows"`
  const [rows, [count = 0]] = await bothOf(
    textRows<R>(db, rowsText, parameters),
    keptCounts(db, CompiledQuery.raw(countText, [...parameters]), keptBy ?? (isExact ? null : 'beyond')),
  )
  return pageOf(await joinRows(db, who, shape, rows, asked, options.figures), count, input)
}

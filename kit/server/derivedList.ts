import { type RawBuilder, sql } from 'kysely'
import type { Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { RowOf, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { countRows } from './counts.ts'
import type { Db } from './database.ts'
import { bothOf, conditionsOf, type ListOptions, orderOf, pageOf } from './list.ts'
import { loose } from './loose.ts'
import { builtRows } from './textRows.ts'
import type { Who } from './who.ts'

/**
 * One page of what a query gives, with the filters, words, order and scope that an entity declares for its columns.
 * For what lies in tables of the kit or of several rooms under other names; `shape` says what the
 * rows of the query hold. Its rows are counted each time unless `reads` names the tables that tell of every change.
 */
export async function listDerived<S extends Shape>(
  db: Db,
  who: Who,
  of: Entity,
  { source, shape }: { source: RawBuilder<unknown>; shape: S },
  input: Paging,
  options: ListOptions = {},
): Promise<Page<RowOf<S>>> {
  const conditions = await conditionsOf(db, who, of, input, { isDel: 'both', ...options })
  const base = loose(db).selectFrom(trust<string>(source.as(of.name)))
  const filtered = conditions.reduce((query, condition) => query.where(condition), base)
  // A statement that names its columns can be prepared.
  let query = filtered.select(Object.keys(shape).map((name) => `${of.name}.${name}`))
  for (const [column, direction] of orderOf(of, who, input, options))
    query = query.orderBy(`${of.name}.${column}`, direction)
  // How many rows are wanted stands in the text: a plan that is kept for any number of them would be one for many.
  const page = query.limit(sql.lit(input.limit)).offset(sql.lit((input.page - 1) * input.limit))
  const [rows, count] = await bothOf(
    builtRows<RowOf<S>>(db, trust(page)),
    countRows(db, filtered, options.reads ?? null, input.exactTotal === '1'),
  )
  return pageOf(rows, count, input)
}

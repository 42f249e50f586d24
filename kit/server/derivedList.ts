import type { RawBuilder } from 'kysely'
import type { Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { RowOf, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { countRows } from './counts.ts'
import type { Db } from './database.ts'
import { bothOf, conditionsOf, type ListOptions, orderOf, pageOf } from './list.ts'
import { loose } from './loose.ts'
import type { Who } from './who.ts'

/**
 * One page of what a query gives, with the filters, words, order and scope that an entity declares for its columns.
 * For what lies in tables of the kit or of several rooms under other names; `shape` says what the
 * rows of the query hold.
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
  const [rows, count] = await bothOf(
    query
      .limit(input.limit)
      .offset((input.page - 1) * input.limit)
      .execute(),
    countRows(db, filtered, null, input.exactTotal === '1'),
  )
  return trust(pageOf(rows, count, input))
}

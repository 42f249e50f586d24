import type { RawBuilder } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import {
  conditionsOf,
  countRows,
  type ListOptions,
  type LooseQuery,
  orderOf,
  pageOf,
} from '#kit/server/list.ts'
import { loose } from '#kit/server/loose.ts'
import type { Who } from '#kit/server/who.ts'
import type { Page, Paging } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'

/**
 * One page of what a query gives, with the filters, words, order and scope that an entity declares for its columns.
 * For what lies in tables of the kit or of several rooms under other names; rows come with those of the query.
 */
export async function listDerived(
  db: Db,
  who: Who,
  of: Entity,
  source: RawBuilder<unknown>,
  input: Paging,
  options: ListOptions = {},
): Promise<Page<never>> {
  const conditions = await conditionsOf(db, who, of, input, { isDel: 'both', ...options })
  const base: LooseQuery = trust(loose(db).selectFrom(trust<never>(source.as(of.name))))
  const filtered = conditions.reduce((query, condition) => query.where(condition), base)
  let query = filtered.selectAll()
  for (const [column, direction] of orderOf(of, who, input, options))
    query = query.orderBy(`${of.name}.${column}`, direction)
  const rows = await query
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
    .execute()
  return trust(pageOf(rows, await countRows(db, filtered, null, input.exactTotal === '1'), input))
}

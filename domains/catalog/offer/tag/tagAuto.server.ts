import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { product } from '../../product/product.entity.ts'
import { productMarks } from './marks.server.ts'
import type { productTag } from './productTag.entity.ts'

type Tag = EntityRow<typeof productTag>

const PAGE = 1000

/** The products a rule names, as a query of ids; null: it is answered by another room. */
function productsOf({ autoRule, autoValue }: Tag): RawBuilder<unknown> | null {
  const onSale = sql`select "id" from "product" where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1`
  const n = autoValue ?? 0
  if (autoRule === 1) return sql`${onSale} and "createTime" >= ${startOfDay(new Date(), -n)}`
  if (autoRule === 2) return sql`${onSale} and "sales" > 0 order by "sales" desc, "id" desc limit ${n}`
  if (autoRule === 3) return sql`${onSale} and "stock" <= ${n}`
  return null
}

/** The products on sale of which a sku is promoted in one of its channels now. */
async function promoted(db: Db, signal: AbortSignal): Promise<number[]> {
  const found: number[] = []
  const t = new Date()
  let last = 0
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await sql<{ id: number; channels: number[]; skuIds: number[] }>`
      select p."id", p."channels", array(select s."id" from "sku" s where s."productId" = p."id" and s."isDel" = 0) as "skuIds"
      from "product" p where p."isDel" = 0 and p."isRecycle" = 0 and p."isShow" = 1 and p."id" > ${last}
      order by p."id" limit ${PAGE}`.execute(db)
    if (rows.length === 0) return found
    last = rows.at(-1)?.id ?? last
    for (const channelId of new Set(rows.flatMap((row) => row.channels))) {
      const there = rows.filter((row) => row.channels.includes(channelId))
      const marks = await productMarks(
        db,
        there.flatMap((row) => row.skuIds),
        channelId,
        t,
      )
      for (const row of there)
        if (row.skuIds.some((id) => (marks.get(id)?.length ?? 0) > 0)) found.push(row.id)
    }
  }
}

/** Puts a label on the products its rule names and takes it off all others; answers how many changed. */
async function apply(db: Db, tag: Tag, signal: AbortSignal): Promise<number> {
  const query = productsOf(tag)
  const wanted = query ?? sql`select unnest(${sql.val(await promoted(db, signal))}::int[])`
  return asSystem(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      with "wanted" as materialized (${wanted}), "moved" as (
        select "id" from "product" where "tagIds" @> array[${tag.id}::int] and "id" not in (select * from "wanted")
        union all
        select "id" from "product" where "id" in (select * from "wanted") and not "tagIds" @> array[${tag.id}::int]
        order by "id")
      update "product" set "tagIds" = case when "tagIds" @> array[${tag.id}::int]
        then array_remove("tagIds", ${tag.id}) else "tagIds" || ${tag.id}::int end
      where "id" in (select "id" from "moved")`.execute(tx)
    touch(tx, product.name)
    return Number(numAffectedRows)
  })
}

/** Catalog §8.7. */
export const tagAuto: JobDefinition = {
  name: 'catalog.tagAuto',
  title: '自动标签',
  cron: '0 30 3 * * *',
  async run(db, _params, signal) {
    const tags = await db
      .selectFrom('productTag')
      .selectAll()
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .where('autoRule', '>', 0)
      .orderBy('id')
      .execute()
    let changed = 0
    for (const tag of tags) {
      signal.throwIfAborted()
      changed += await apply(db, tag, signal)
    }
    return changed
  },
}

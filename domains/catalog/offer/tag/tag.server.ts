import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { lockLive } from '../../product/liveProduct.server.ts'
import { product } from '../../product/product.entity.ts'
import { logProducts } from '../../product/productLog.server.ts'
import { productTag } from './productTag.entity.ts'
import { tagCalls as calls } from './tag.calls.ts'

type Tag = EntityRow<typeof productTag>

const ICON = 2
/** Rules that need a number: days, places, pieces. */
const COUNTED: Readonly<Record<number, string>> = {
  1: '请输入上新天数',
  2: '请输入销量名次',
  3: '请输入库存数量',
}

function check(values: Partial<Tag>, before: Tag | null): Partial<Tag> {
  const row = { ...before, ...values }
  if (row.tagType === ICON && !row.icon) throw refuse('请选择图标', 'icon')
  const text = COUNTED[row.autoRule ?? 0]
  if (text !== undefined && (row.autoValue === null || row.autoValue === undefined))
    throw refuse(text, 'autoValue')
  if (row.startTime && row.endTime && row.endTime <= row.startTime)
    throw refuse('结束时间必须晚于开始时间', 'endTime')
  return values
}

/** Takes a label off all products. */
async function unbindAll(tx: Tx, { id }: Tag): Promise<void> {
  await sql`update "product" set "tagIds" = array_remove("tagIds", ${id}) where "tagIds" @> array[${id}::int]`.execute(
    tx,
  )
  touch(tx, product.name)
}

export const tagHandlers = standardHandlers(productTag, calls, {
  joined: true,
  prepare: async (_tx, values, before) => check(values, before),
  deleting: unbindAll,
})

/** Changes the labels of products; those whose labels stay as they are are left alone. */
async function relabel(
  tx: Tx,
  productIds: readonly number[],
  action: string,
  next: (now: readonly number[]) => number[],
): Promise<void> {
  const changed: number[] = []
  for (const id of productIds.toSorted((a, b) => a - b)) {
    const row = await lockLive(tx, id)
    const tagIds = next(row.tagIds)
    if (tagIds.length === row.tagIds.length) continue
    await updateRow(tx, product, row, { tagIds })
    changed.push(id)
  }
  await logProducts(tx, changed, action)
}

export const tagServed = [
  ...tagHandlers.served,
  change(calls.bind, (tx, _who, { productIds, tagIds }) =>
    relabel(tx, productIds, '打标签', (now) => [...new Set([...now, ...tagIds])]),
  ),
  read(calls.carried, async (db, _who, { productIds }) => {
    const { rows } = await sql<{ id: number; tagName: string; productCount: number }>`
      select t."id", t."tagName", count(*)::int as "productCount"
      from "product" p cross join unnest(p."tagIds") as c ("tagId") join "productTag" t on t."id" = c."tagId"
      where p."id" = any(${sql.val(productIds)}::int[]) and p."isDel" = 0 and t."isDel" = 0
      group by t."id" order by t."sort" desc, t."id" desc`.execute(db)
    return rows
  }),
  change(calls.unbind, (tx, _who, { productIds, tagIds }) =>
    relabel(tx, productIds, '移除标签', (now) => now.filter((id) => !tagIds.includes(id))),
  ),
]

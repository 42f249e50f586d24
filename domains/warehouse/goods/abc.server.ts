import { sql } from 'kysely'
import { changeWms } from '#domains/catalog/catalog.door.ts'
import { int } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import { abcOf } from './abc.rules.ts'

/** Months before this one that are looked at, unless the job says otherwise: one alone is too uneven. */
const MONTHS = 3

interface Shipped {
  id: number
  abcClass: 'A' | 'B' | 'C' | null
  value: number
}

/** Every product that is stored, with what was shipped of it to customers in whole months before this one, in cents at cost. */
async function shippedOf(db: Db, months: number): Promise<Shipped[]> {
  const { rows } = await sql<Shipped>`
    select p."id", p."abcClass", coalesce(v."value", 0)::float8 as "value"
    from "product" p left join (
      select k."productId", -sum(m."amount") as "value" from "stockMove" m join "sku" k on k."id" = m."skuId"
      where m."moveType" in (111, 611)
        and m."createTime" >= (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ${months})) at time zone 'Asia/Shanghai'
        and m."createTime" < date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
      group by k."productId") v on v."productId" = p."id"
    where p."isDel" = 0 and p."isRecycle" = 0 and p."stockMode" = 0
      and exists (select from "sku" k join "stock" s on s."skuId" = k."id" where k."productId" = p."id" and k."isDel" = 0)
    order by p."id"`.execute(db)
  return rows
}

/** Sets the ABC class of stored goods by the value shipped; answers how many changed. Warehouse §4.9, §13. */
export async function classifyGoods(db: Db, months = MONTHS, signal?: AbortSignal): Promise<number> {
  const goods = await shippedOf(db, months)
  // A month in which nothing left says nothing of the goods.
  if (goods.every((one) => one.value <= 0)) return 0
  const classes = abcOf(goods)
  let changed = 0
  for (const { id, abcClass: now } of goods) {
    signal?.throwIfAborted()
    const abcClass = classes.get(id) ?? 'C'
    if (now === abcClass) continue
    try {
      await asSystem(db, (tx) => changeWms(tx, id, null, { abcClass }))
      changed++
    } catch (error) {
      // Goods that are being examined or went away meanwhile wait for the next month.
      if (!(error instanceof AppError)) throw error
    }
  }
  return changed
}

export const abcClass: JobDefinition = {
  name: 'warehouse.abcClass',
  title: '商品ABC分类',
  group: 'WMS',
  cron: '0 30 3 1 * *',
  params: { months: int('统计月数', { min: 1, max: 24, initial: MONTHS, help: '本月之前的整月' }) },
  run: (db, params, signal) =>
    classifyGoods(db, typeof params.months === 'number' ? params.months : MONTHS, signal),
}

import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import { conflict } from '#kit/shared/errors.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { belowFloor } from '../price/floor.server.ts'
import { currentPrices } from './price.server.ts'
import type { ProductRow } from './productCheck.server.ts'

export const NO_PRICE = '商品在该渠道未定价'
export const VIOLATION = '商品因违规下架，请先解除违规'
export const NO_CHANNEL = '商品未设置销售渠道'

/** The channels a person may see and shelve: all, unless their role is limited to some. Catalog §8.8. */
export function visibleChannels<R extends { channelId: number }>(who: Who, rows: readonly R[]): R[] {
  const limited = !who.all && who.channelIds.length > 0
  return rows.filter((row) => !limited || who.channelIds.includes(row.channelId))
}

/**
 * Refuses to shelve what is not fit for any shelf: not approved, disabled, category or brand off; by hand also where
 * only an application may. Catalog §3.3.
 */
export async function refuseUnready(tx: Db, row: ProductRow, applied: boolean): Promise<void> {
  if (row.isRecycle === 1) throw conflict('商品在回收站，请先恢复')
  if (row.auditStatus !== 1) throw conflict('商品未审核通过')
  if (row.repoStatus !== 1) throw conflict('商品已停用')
  const settings = await catalogSettings(tx)
  if (!applied && settings.product_show_need_apply === 1) throw conflict('请通过上架申请上架')
  if (row.completeness < (settings.product_completeness_min ?? 0))
    throw conflict(`资料完整度低于${settings.product_completeness_min}%，不能上架`)
  const categories = await categoryFacts(tx, row.cateId)
  const brand =
    row.brandId === null
      ? undefined
      : await tx
          .selectFrom('brand')
          .select(['status', 'isDel'])
          .where('id', '=', row.brandId)
          .executeTakeFirst()
  const brandOff = row.brandId !== null && (brand?.status !== 1 || brand.isDel === 1)
  if (brandOff || categories.length < row.cateId.length || categories.some((one) => one.status !== 1))
    throw conflict('商品分类或品牌已停用')
}

/** The prices above 0 of the shown skus of a product, by channel. */
type Priced = ReadonlyMap<number, ReadonlyMap<number, number>>
export async function pricedSkus(tx: Db, productId: number, channelIds: readonly number[]): Promise<Priced> {
  const skus = await tx
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .where('isDel', '=', 0)
    .where('isShow', '=', 1)
    .execute()
  const prices = await currentPrices(
    tx,
    skus.map((one) => one.id),
    channelIds,
  )
  return new Map(
    channelIds.map((channelId) => [
      channelId,
      new Map(
        prices
          .filter((one) => one.channelId === channelId && one.price > 0)
          .map((one) => [one.skuId, one.price]),
      ),
    ]),
  )
}

/** Prices below the floor, with the refusal; none where any price may be put on a shelf. Catalog §3.3, §4.1. */
export async function floorsBroken(
  db: Db,
  anyPrice: boolean,
  priced: Priced,
): Promise<ReadonlyMap<string, string>> {
  if (anyPrice) return new Map()
  const entered = [...priced].flatMap(([channelId, prices]) =>
    [...prices].map(([skuId, price]) => ({ skuId, price, field: `${skuId}:${channelId}` })),
  )
  return new Map((await belowFloor(db, entered)).map(({ field, message }) => [field, message]))
}

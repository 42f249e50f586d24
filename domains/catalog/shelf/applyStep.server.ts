import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { setSkuPrice } from '../product/price.server.ts'

/** Before a product is put on the shelf of a channel by an application: its price there and who may see it. */
export async function applyStep(
  tx: Tx,
  applyId: number,
  productId: number,
  channelId: number,
  action: 'putOnShell' | 'offShell',
): Promise<void> {
  if (action !== 'putOnShell') return
  const apply = await tx
    .selectFrom('showApply')
    .select('lines')
    .where('id', '=', applyId)
    .executeTakeFirstOrThrow()
  const line = apply.lines.find((one) => one.productId === productId)
  if (line === undefined) return
  if (line.showPrice !== null) {
    const price = line.showPrice
    const skus = await tx
      .selectFrom('sku')
      .select(['id', 'otPrice'])
      .where('productId', '=', productId)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    const chosen = skus.filter((one) => line.skuIds.length === 0 || line.skuIds.includes(one.id))
    await setSkuPrice(
      tx,
      chosen.map((one) => ({
        skuId: one.id,
        channelId,
        price,
        otPrice: Math.max(one.otPrice, price),
        sourceId: applyId,
      })),
      'showApply',
    )
  }
  if (line.visibleScope !== '')
    await sql`update "productChannel" set "visibleScope" = ${line.visibleScope}, "visibleIds" = '{}',
        "version" = "version" + 1
      where "productId" = ${productId} and "channelId" = ${channelId}`.execute(tx)
}

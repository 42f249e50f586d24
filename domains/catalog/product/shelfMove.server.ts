import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { product } from './product.entity.ts'
import type { ProductRow } from './productCheck.server.ts'
import type { ChannelRow } from './productParts.server.ts'
import { type ShelfState, shelfOfAll } from './shelf.states.ts'

const EVENT = 'product.shelfChanged'
export const shelfEvent = declareEvent(EVENT, ['productId', 'channelId', 'from', 'to', 'reason'])

export interface Why {
  source: string
  reason: string
}

/** Tells other rooms that a product came onto the shelf of a channel or left it. Doors §6. */
export function tellShelf(tx: Tx, row: ChannelRow, to: ShelfState, reason: string): Promise<void> {
  const { productId, channelId, platformStatus: from } = row
  return emit(tx, EVENT, productId, { productId, channelId, from, to, reason })
}

/** One row of the shelf log per sku (all shown ones, or those given). */
export async function logShelf(
  tx: Tx,
  row: Pick<ChannelRow, 'productId' | 'channelId'>,
  skuIds: readonly number[] | null,
  from: number,
  to: number,
  action: string,
  why: Why,
): Promise<void> {
  const who = actorOf(tx)
  await sql`insert into "shelfLog" ("productId", "skuId", "channelId", "from", "to", "action", "source", "reason",
      "adminId", "adminName")
    select "productId", "id", ${row.channelId}::int, ${from}::int, ${to}::int, ${action}, ${why.source}, ${why.reason},
      ${who.adminId === 0 ? null : who.adminId}::int, ${who.realName}
    from "sku" where "productId" = ${row.productId} and "isDel" = 0
      and (${skuIds === null ? sql`"isShow" = 1` : sql`"id" = any(${sql.val([...skuIds])}::int[])`})`.execute(
    tx,
  )
}

/** Lets the product show what its channels say. Catalog invariant 3. */
export async function followChannels(tx: Tx, row: ProductRow): Promise<void> {
  const rows = await tx
    .selectFrom('productChannel')
    .select('platformStatus')
    .where('productId', '=', row.id)
    .where('isDel', '=', 0)
    .execute()
  const platformStatus = shelfOfAll(rows.map((one) => one.platformStatus))
  const isShow = platformStatus === 5 ? 1 : 0
  if (platformStatus !== row.platformStatus || isShow !== row.isShow)
    await updateRow(tx, product, row, { platformStatus, isShow })
}

import type { Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, insertRows, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type AppError, conflict, refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { guardFloor } from '../price/floor.server.ts'
import { currentPrices, type NewPrice, setTypedPrices } from './price.server.ts'
import type { unitLine } from './product.form.shared.ts'
import { homeChannel } from './product.rules.ts'
import { productChannel } from './productChannel.entity.ts'
import { hasBusiness } from './productCheck.server.ts'
import { productUnit } from './productUnit.entity.ts'

export type UnitLine = RowOf<typeof unitLine>
type UnitRow = EntityRow<typeof productUnit>
export type ChannelRow = EntityRow<typeof productChannel>

/** The packing units of products, by product, in the order they were added. */
export async function unitsOfAll(
  tx: Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, UnitRow[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('productUnit')
    .selectAll()
    .where('productId', 'in', [...productIds])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (one) => one.productId)
}

/** The packing units of a product, in the order they were added. */
export const unitsOf = async (tx: Tx, productId: number): Promise<UnitRow[]> =>
  (await unitsOfAll(tx, [productId])).get(productId) ?? []

/** Refuses packing lines that break a rule of catalog §2.3. */
export function checkUnits(unitId: number, lines: readonly UnitLine[]): void {
  const seen = new Set([unitId])
  lines.forEach((line, index) => {
    if (line.ratio <= 1) throw refuse('换算率须大于1', `productUnits.${index}.ratio`)
    if (seen.has(line.unitId)) throw refuse('包装单位不能重复', `productUnits.${index}.unitId`)
    seen.add(line.unitId)
  })
  if (lines.filter((line) => line.isPurchase === 1).length > 1)
    throw refuse('采购默认只能有一个', 'productUnits')
  if (lines.filter((line) => line.isSale === 1).length > 1) throw refuse('销售默认只能有一个', 'productUnits')
}

/** Makes these the packing units of a product: matched by id, else by unit. A ratio that is in use stays. */
export async function writeUnits(
  tx: Tx,
  productId: number,
  lines: readonly UnitLine[],
  skuIds: readonly number[],
): Promise<void> {
  const stored = await unitsOf(tx, productId)
  const left = new Set(stored)
  const locked = stored.length > 0 && (await hasBusiness(tx, productId, skuIds))
  const refuseLocked = (): never => {
    throw conflict('商品已产生业务数据，不能修改换算率')
  }
  for (const { id, ...values } of lines) {
    const found =
      stored.find((one) => one.id === id) ??
      stored.find((one) => left.has(one) && one.unitId === values.unitId)
    if (found === undefined) {
      await insertRow(tx, productUnit, { productId, ...values })
      continue
    }
    left.delete(found)
    if (locked && (found.ratio !== values.ratio || found.unitId !== values.unitId)) refuseLocked()
    await updateRow(tx, productUnit, found, values)
  }
  for (const one of left) {
    if (locked) refuseLocked()
    await deleteRow(tx, productUnit, one)
  }
}

/** The rows of a product in its channels, removed ones too, locked in order. */
export const lockChannels = (tx: Tx, productId: number): Promise<ChannelRow[]> =>
  lockChannelsOf(tx, [productId])

function lockChannelsOf(tx: Tx, productIds: readonly number[]): Promise<ChannelRow[]> {
  return tx
    .selectFrom('productChannel')
    .selectAll()
    .where('productId', 'in', [...productIds])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Opens and closes channels of products; one that a product is on the shelf of cannot be closed. Answers those that are open. */
export async function writeChannels(
  tx: Tx,
  products: readonly { productId: number; channels: readonly ChannelRow['channelId'][] }[],
): Promise<{ rows: ReadonlyMap<number, ChannelRow[]>; refused: ReadonlyMap<number, AppError> }> {
  const stored = Map.groupBy(
    await lockChannelsOf(
      tx,
      products.map((one) => one.productId),
    ),
    (row) => row.productId,
  )
  const refused = new Map<number, AppError>()
  const open: ChannelRow[] = []
  for (const { productId, channels } of products)
    for (const row of stored.get(productId) ?? []) {
      const wanted = channels.includes(row.channelId)
      if (!wanted && row.isDel === 0 && row.platformStatus === 5)
        refused.set(productId, conflict('请先下架商品'))
      const isDel = wanted ? 0 : 1
      // A channel that is opened again keeps its state: a violation is not escaped by leaving and coming back.
      const now =
        row.isDel === isDel
          ? row
          : await tx
              .updateTable('productChannel')
              .set({ isDel })
              .where('id', '=', row.id)
              .returningAll()
              .executeTakeFirstOrThrow()
      if (isDel === 0) open.push(now)
    }
  const missing = products.map(({ productId, channels }) => ({
    productId,
    channels: channels.filter(
      (channelId) => !(stored.get(productId) ?? []).some((row) => row.channelId === channelId),
    ),
  }))
  open.push(...(await openChannels(tx, missing)))
  return { rows: Map.groupBy(open, (row) => row.productId), refused }
}

/** Opens channels that products never had, off the shelf. */
export async function openChannels(
  tx: Tx,
  products: readonly { productId: number; channels: readonly ChannelRow['channelId'][] }[],
): Promise<ChannelRow[]> {
  return insertRows(
    tx,
    productChannel,
    products.flatMap(({ productId, channels }) => channels.map((channelId) => ({ productId, channelId }))),
  )
}

interface Priced {
  id: number
  price: number
  otPrice: number
}

/** Typed prices of a product, which its locked skus show already, and what they showed until now. */
export interface TypedPrices {
  productId: number
  channels: readonly number[]
  skus: readonly Priced[]
  before: ReadonlyMap<number, Omit<Priced, 'id'>>
}

/**
 * Writes typed prices: to the home channel, to channels that had no price, and to those that had the price the sku
 * showed until now; a channel with a price of its own keeps it.
 */
export async function writePrices(
  tx: Tx,
  products: readonly TypedPrices[],
  source?: { type: string; id: number },
): Promise<void> {
  // The prices of a document were held against the floor when they were entered.
  if (source === undefined)
    await guardFloor(
      tx,
      actorOf(tx),
      products.flatMap(({ skus, before }) =>
        skus.flatMap(({ id, price }, index) =>
          before.get(id)?.price === price ? [] : [{ skuId: id, price, field: `attrValue.${index}.price` }],
        ),
      ),
    )
  const sold = products.filter((one) => one.channels.length > 0)
  const now = await currentPrices(
    tx,
    sold.flatMap((one) => one.skus.map(({ id }) => id)),
    [...new Set(sold.flatMap((one) => one.channels))],
  )
  const ruling = new Map(now.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const prices = sold.flatMap(({ productId, channels, skus, before }) => {
    const home = homeChannel(channels)
    return skus.flatMap(({ id, price, otPrice }) =>
      channels.flatMap((channelId): NewPrice[] => {
        const own = ruling.get(`${id}:${channelId}`)
        const shown = before.get(id)
        const follows = own === undefined || (own.price === shown?.price && own.otPrice === shown.otPrice)
        if (channelId !== home && !follows) return []
        // What rules already is not written again.
        if (own !== undefined && own.price === price && own.otPrice === otPrice) return []
        return [{ skuId: id, channelId, price, otPrice, sourceId: source?.id ?? productId }]
      }),
    )
  })
  await setTypedPrices(tx, prices, source?.type ?? 'product')
}

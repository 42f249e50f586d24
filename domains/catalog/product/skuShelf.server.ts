import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, readRow } from '#kit/server/rows.ts'
import { touch } from '#kit/server/transaction.ts'
import { may, theSystem, type Who } from '#kit/server/who.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { lockLive } from './liveProduct.server.ts'
import { product } from './product.entity.ts'
import { productChannel } from './productChannel.entity.ts'
import type { ProductRow } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import { type ChannelRow, lockChannels } from './productParts.server.ts'
import { type ShelfState, shelfStates } from './shelf.states.ts'
import { followChannels, logShelf, tellShelf, type Why } from './shelfMove.server.ts'
import {
  floorsBroken,
  NO_CHANNEL,
  NO_PRICE,
  pricedSkus,
  refuseUnready,
  VIOLATION,
  visibleChannels,
} from './shelfReady.server.ts'

type SkuAction = 'putOnShell' | 'offShell'

/** What is wished of single skus of any products. */
export interface SkuWish {
  skuIds: readonly number[]
  channelIds: readonly number[]
  reason: string
}

export interface SkuShelfResult {
  success: number
  fail: { skuId: number; channelId: number; reason: string }[]
}

/** What a wish comes to in one product: per channel the skus that can be moved, and why the others cannot. */
interface SkuPlan {
  channels: { channel: ChannelRow; skuIds: number[] }[]
  fail: SkuShelfResult['fail']
}

/** On whose behalf skus are put on or off. */
interface Mandate {
  who: Who
  /** an application was approved for it */
  applied: boolean
  /** also below the floor */
  anyPrice: boolean
}

const byHand = (who: Who): Mandate => ({ who, applied: false, anyPrice: may(who, BELOW_FLOOR) })

/** Tells for each sku and channel of a product whether it can be put on or off. Catalog §3.3, §3.4. */
async function planSkus(
  db: Db,
  { who, applied, anyPrice }: Mandate,
  action: SkuAction,
  row: ProductRow,
  open: readonly ChannelRow[],
  { skuIds, channelIds }: Pick<SkuWish, 'skuIds' | 'channelIds'>,
): Promise<SkuPlan> {
  const fail: SkuShelfResult['fail'] = []
  const refuseAll = (ids: readonly number[], channels: readonly number[], reason: string): void => {
    for (const skuId of ids) for (const channelId of channels) fail.push({ skuId, channelId, reason })
  }
  if (action === 'putOnShell') {
    const unready = await refusal(() => refuseUnready(db, row, applied))
    if (unready !== null) {
      refuseAll(skuIds, channelIds, unready)
      return { channels: [], fail }
    }
  }
  const chosen = visibleChannels(who, open).filter((one) => channelIds.includes(one.channelId))
  refuseAll(
    skuIds,
    channelIds.filter((id) => !chosen.some((one) => one.channelId === id)),
    NO_CHANNEL,
  )
  const priced = await pricedSkus(
    db,
    row.id,
    chosen.map((one) => one.channelId),
  )
  const floors = await floorsBroken(db, anyPrice || action === 'offShell', priced)
  const channels = chosen.flatMap((channel) => {
    const salable = priced.get(channel.channelId) ?? new Map<number, number>()
    const fit = skuIds.filter((skuId) => {
      if (action === 'offShell') return true
      const { channelId } = channel
      const reason = salable.has(skuId) ? floors.get(`${skuId}:${channelId}`) : NO_PRICE
      if (reason !== undefined) fail.push({ skuId, channelId, reason })
      return reason === undefined
    })
    if (channel.platformStatus !== 13) return [{ channel, skuIds: fit }]
    refuseAll(fit, [channel.channelId], VIOLATION)
    return []
  })
  return { channels, fail }
}

/** The text of a refusal, or null. Only for checks that write nothing. */
async function refusal(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The living skus of a wish by product, and a refusal for each that is none. */
async function productsOf(db: Db, { skuIds, channelIds }: SkuWish) {
  const skus = await db
    .selectFrom('sku')
    .select(['id', 'productId'])
    .where('id', 'in', [...skuIds])
    .where('isDel', '=', 0)
    .execute()
  const known = new Set(skus.map((one) => one.id))
  const fail = skuIds
    .filter((id) => !known.has(id))
    .flatMap((skuId) => channelIds.map((channelId) => ({ skuId, channelId, reason: '数据不存在' })))
  const groups = [...Map.groupBy(skus, (one) => one.productId)].sort(([a], [b]) => a - b)
  return { fail, groups: groups.map(([productId, of]) => ({ productId, skuIds: of.map((one) => one.id) })) }
}

/** Puts single skus on or off the shelf of channels; with its last sku the product leaves the shelf. Catalog §3.4. */
export async function shelveSkus(
  tx: Tx,
  who: Who,
  action: SkuAction,
  input: SkuWish,
): Promise<SkuShelfResult> {
  const { groups, fail } = await productsOf(tx, input)
  const result: SkuShelfResult = { success: 0, fail }
  for (const { productId, skuIds } of groups) {
    const row = await lockRow(tx, product, productId)
    const open = (await lockChannels(tx, productId)).filter((one) => one.isDel === 0)
    const plan = await planSkus(tx, byHand(who), action, row, open, { ...input, skuIds })
    result.fail.push(...plan.fail)
    const shown = await shownSkus(tx, productId)
    for (const { channel, skuIds: fit } of plan.channels) {
      await shelveInChannel(tx, channel, action, fit, shown, { source: '手工', reason: input.reason })
      result.success += fit.length
    }
    if (plan.channels.length === 0) continue
    await followChannels(tx, row)
    await logProduct(tx, productId, action === 'putOnShell' ? '规格上架' : '规格下架')
  }
  return result
}

/** What a wish would do, sku by sku and channel by channel, without doing it. Catalog §10, preview. */
export async function previewSkus(db: Db, who: Who, action: SkuAction, input: SkuWish) {
  const { groups, fail } = await productsOf(db, input)
  const moves: { skuId: number; channelId: number; from: ShelfState; to: ShelfState }[] = []
  const to = action === 'putOnShell' ? 5 : 11
  for (const { productId, skuIds } of groups) {
    const row = await readRow(db, who, product, productId)
    const open = await db
      .selectFrom('productChannel')
      .selectAll()
      .where('productId', '=', productId)
      .where('isDel', '=', 0)
      .execute()
    const plan = await planSkus(db, byHand(who), action, row, open, { ...input, skuIds })
    fail.push(...plan.fail)
    for (const { channel, skuIds: fit } of plan.channels)
      for (const skuId of fit)
        moves.push({ skuId, channelId: channel.channelId, from: stateOfSku(channel, skuId), to })
  }
  return { moves, fail }
}

/** How a sku stands in a channel. */
const stateOfSku = (channel: ChannelRow, skuId: number): ShelfState =>
  channel.platformStatus === 5 && channel.offSkuIds.includes(skuId) ? 11 : channel.platformStatus

/** One step of a plan: a product (or some of its skus) in one channel. */
export interface ShelfStep {
  action: SkuAction
  productId: number
  channelId: number
  /** none: all that are shown */
  skuIds: readonly number[]
  source: string
  reason: string
  /** an application was approved for it */
  applied: boolean
  /** 1: who planned or passed it may sell below the floor */
  anyPrice: 0 | 1
}

/** Carries out one step of a plan; throws why it cannot be done. What is so already stays as it is. */
export async function carryOutStep(tx: Tx, step: ShelfStep): Promise<void> {
  const { action, productId, channelId } = step
  const row = await lockLive(tx, productId)
  const open = (await lockChannels(tx, productId)).filter((one) => one.isDel === 0)
  const shown = await shownSkus(tx, productId)
  const priced = await pricedSkus(tx, productId, [channelId])
  // Of all skus those that have no price stay off; skus that were named must all be fit.
  const wanted =
    step.skuIds.length > 0
      ? step.skuIds
      : shown.filter((id) => action === 'offShell' || priced.get(channelId)?.has(id))
  const ids = wanted.length > 0 ? wanted : shown
  if (ids.length === 0) throw conflict(NO_PRICE)
  const plan = await planSkus(
    tx,
    // What was approved or planned is carried out in every channel; the log says who set it off.
    { who: theSystem, applied: step.applied, anyPrice: step.anyPrice === 1 },
    action,
    row,
    open,
    { skuIds: ids, channelIds: [channelId] },
  )
  const [refused] = plan.fail
  if (refused !== undefined) throw conflict(refused.reason)
  const { source, reason } = step
  for (const { channel, skuIds } of plan.channels)
    await shelveInChannel(tx, channel, action, skuIds, shown, { source, reason })
  await followChannels(tx, row)
  await logProduct(tx, productId, action === 'putOnShell' ? '上架' : '下架', { source })
}

async function shownSkus(tx: Tx, productId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .where('isDel', '=', 0)
    .where('isShow', '=', 1)
    .execute()
  return rows.map((row) => row.id)
}

/** Moves those of the skus that do not stand so already, and logs them. */
async function shelveInChannel(
  tx: Tx,
  channel: ChannelRow,
  action: SkuAction,
  ids: readonly number[],
  shown: readonly number[],
  why: Why,
): Promise<void> {
  const to = action === 'putOnShell' ? 5 : 11
  const on = new Set(shown.filter((id) => stateOfSku(channel, id) === 5))
  const moved = ids.filter((id) => (action === 'putOnShell' ? !on.has(id) : on.has(id)))
  if (moved.length === 0) return
  for (const id of moved) action === 'putOnShell' ? on.add(id) : on.delete(id)
  const platformStatus: ShelfState = on.size > 0 ? 5 : 11
  const { platformStatus: from } = channel
  await tx
    .updateTable('productChannel')
    .set({
      platformStatus,
      offSkuIds: on.size > 0 ? shown.filter((id) => !on.has(id)) : [],
      ...(platformStatus === 5 && from !== 5 ? { shelfTime: sql<Date>`now()` } : {}),
      updateTime: sql`now()`,
      version: sql`"version" + 1`,
    })
    .where('id', '=', channel.id)
    .execute()
  touch(tx, productChannel.name)
  await logShelf(tx, channel, moved, from, to, shelfStates.actions[action].label, why)
  if (from !== platformStatus) await tellShelf(tx, channel, platformStatus, why.reason)
}

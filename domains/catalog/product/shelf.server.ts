import { sql } from 'kysely'
import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import { may, theSystem, type Who } from '#kit/server/who.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { canDo, guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { belowFloor } from '../price/floor.server.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { channelLabel } from './channelLabel.ts'
import { lockLive } from './liveProduct.server.ts'
import { currentPrices } from './price.server.ts'
import { product } from './product.entity.ts'
import { productChannel } from './productChannel.entity.ts'
import type { ProductRow } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import { type ChannelRow, lockChannels } from './productParts.server.ts'
import { type ShelfState, shelfOfAll, shelfStates } from './shelf.states.ts'

type ChannelId = ChannelRow['channelId']
type ShelfAction = keyof typeof shelfStates.actions

const EVENT = 'product.shelfChanged'
export const shelfEvent = declareEvent(EVENT, ['productId', 'channelId', 'from', 'to', 'reason'])

const NO_PRICE = '商品在该渠道未定价'
const VIOLATION = '商品因违规下架，请先解除违规'
const NO_CHANNEL = '商品未设置销售渠道'

export interface ShelfResult {
  changed: number
  fail: { channelId: number; reason: string }[]
}

/** The channels a person may see and shelve: all, unless their role is limited to some. Catalog §8.8. */
export function visibleChannels<R extends { channelId: number }>(who: Who, rows: readonly R[]): R[] {
  const limited = !who.all && who.channelIds.length > 0
  return rows.filter((row) => !limited || who.channelIds.includes(row.channelId))
}

/** The open channels of a product that the person may shelve, one or all; 409 when there are none. */
async function channelsFor(tx: Tx, who: Who, id: number, only: ChannelId | null): Promise<ChannelRow[]> {
  const open = (await lockChannels(tx, id)).filter((row) => row.isDel === 0)
  const rows = visibleChannels(who, open).filter((row) => only === null || row.channelId === only)
  if (rows.length === 0) throw conflict(NO_CHANNEL)
  return rows
}

/**
 * Refuses to shelve what is not fit for any shelf: not approved, disabled, category or brand off; by hand also where
 * only an application may. Catalog §3.3.
 */
async function refuseUnready(tx: Db, row: ProductRow, applied: boolean): Promise<void> {
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
async function pricedSkus(tx: Db, productId: number, channelIds: readonly number[]): Promise<Priced> {
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
async function floorsBroken(db: Db, anyPrice: boolean, priced: Priced): Promise<ReadonlyMap<string, string>> {
  if (anyPrice) return new Map()
  const entered = [...priced].flatMap(([channelId, prices]) =>
    [...prices].map(([skuId, price]) => ({ skuId, price, field: `${skuId}:${channelId}` })),
  )
  return new Map((await belowFloor(db, entered)).map(({ field, message }) => [field, message]))
}

/** Puts a product on the shelf of a channel or of all its channels. What is there already stays as it is. */
export async function putOnShelf(
  tx: Tx,
  who: Who,
  id: number,
  only: ChannelId | null,
  source = '手工',
): Promise<ShelfResult> {
  const row = await lockLive(tx, id)
  const rows = (await channelsFor(tx, who, id, only)).filter((one) => one.platformStatus !== 5)
  if (rows.length === 0) return { changed: 0, fail: [] }
  if (rows.every((one) => one.platformStatus === 13)) throw conflict(VIOLATION)
  await refuseUnready(tx, row, false)
  const priced = await pricedSkus(
    tx,
    id,
    rows.map((one) => one.channelId),
  )
  const floors = await floorsBroken(tx, may(who, BELOW_FLOOR), priced)
  const fail: ShelfResult['fail'] = []
  const fit = rows.filter((one) => {
    const blocked = !canDo(shelfStates, 'putOnShell', one.platformStatus)
    const tooLow = [...(priced.get(one.channelId)?.keys() ?? [])]
      .map((skuId) => floors.get(`${skuId}:${one.channelId}`))
      .find((text) => text !== undefined)
    const reason = blocked ? VIOLATION : priced.get(one.channelId)?.size ? (tooLow ?? null) : NO_PRICE
    if (reason !== null) fail.push({ channelId: one.channelId, reason })
    return reason === null
  })
  if (fit.length === 0) {
    const text = fail[0]?.reason ?? NO_PRICE
    throw [...floors.values()].includes(text) ? refuse(text) : conflict(text)
  }
  await moveChannels(tx, row, fit, 'putOnShell', { source, reason: '' })
  await followChannels(tx, row)
  await logProduct(tx, id, '上架', { source })
  return { changed: fit.length, fail }
}

/** Takes a product off the shelf of a channel or of all. */
export async function takeOffShelf(
  tx: Tx,
  who: Who,
  id: number,
  only: ChannelId | null,
  reason: string,
  source = '手工',
): Promise<ShelfResult> {
  const row = await lockLive(tx, id)
  const rows = (await channelsFor(tx, who, id, only)).filter((one) =>
    canDo(shelfStates, 'offShell', one.platformStatus),
  )
  if (rows.length === 0) return { changed: 0, fail: [] }
  await moveChannels(tx, row, rows, 'offShell', { source, reason })
  await followChannels(tx, row)
  await logProduct(tx, id, '下架', { source })
  return { changed: rows.length, fail: [] }
}

/** Takes a product off every shelf for a breach of rules, or lifts that again. */
export async function moveForViolation(
  tx: Tx,
  id: number,
  action: 'violation' | 'release',
  reason: string,
): Promise<void> {
  const row = await lockLive(tx, id)
  const open = (await lockChannels(tx, id)).filter((one) => one.isDel === 0)
  if (open.length === 0) throw conflict(NO_CHANNEL)
  const rows = open.filter((one) => canDo(shelfStates, action, one.platformStatus))
  if (rows.length === 0) guardState(shelfStates, action, row.platformStatus)
  await moveChannels(tx, row, rows, action, { source: action === 'violation' ? '违规' : '手工', reason })
  await followChannels(tx, row)
  await logProduct(tx, id, shelfStates.actions[action].label)
}

interface Why {
  source: string
  reason: string
}

/** Moves channel rows to the state an action leads to, and logs it per sku and channel. */
async function moveChannels(
  tx: Tx,
  of: ProductRow,
  rows: readonly ChannelRow[],
  action: ShelfAction,
  why: Why,
): Promise<void> {
  const to: ShelfState = shelfStates.actions[action].to ?? 0
  for (const row of rows) {
    await tx
      .updateTable('productChannel')
      .set({
        platformStatus: to,
        offSkuIds: [],
        ...(to === 5 ? { shelfTime: sql<Date>`now()` } : {}),
        updateTime: sql`now()`,
        version: sql`"version" + 1`,
      })
      .where('id', '=', row.id)
      .execute()
    recordChange(tx, {
      type: productChannel.name,
      id: row.id,
      title: `${of.productCode} ${channelLabel(row.channelId)}`,
      before: { platformStatus: row.platformStatus },
      after: { platformStatus: to },
    })
    await logShelf(tx, row, null, row.platformStatus, to, shelfStates.actions[action].label, why)
    await tellShelf(tx, row, to, why.reason)
  }
  touch(tx, productChannel.name)
}

/** Tells other rooms that a product came onto the shelf of a channel or left it. Doors §6. */
function tellShelf(tx: Tx, row: ChannelRow, to: ShelfState, reason: string): Promise<void> {
  const { productId, channelId, platformStatus: from } = row
  return emit(tx, EVENT, productId, { productId, channelId, from, to, reason })
}

/** One row of the shelf log per sku (all shown ones, or those given). */
async function logShelf(
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
async function followChannels(tx: Tx, row: ProductRow): Promise<void> {
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

import { sql } from 'kysely'
import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { updateRow } from '#kit/server/rows.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { canDo, guardState } from '#kit/shared/states.ts'
import { catalogSettings } from '../catalog.config.server.ts'
import { channelLabel } from './channelLabel.ts'
import { currentPrices } from './price.server.ts'
import { product } from './product.entity.ts'
import { lockLive } from './productAudit.server.ts'
import { productChannel } from './productChannel.entity.ts'
import type { ProductRow } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import { type ChannelRow, lockChannels } from './productParts.server.ts'
import { type ShelfState, shelfOfAll, shelfStates } from './shelf.states.ts'

type ChannelId = ChannelRow['channelId']
type ShelfAction = keyof typeof shelfStates.actions

const EVENT = 'product.shelfChanged'
declareEvent(EVENT, ['productId', 'channelId', 'from', 'to', 'reason'])

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

/** Refuses to shelve what is not fit for any shelf: not approved, disabled, category or brand off. Catalog §3.3. */
async function refuseUnready(tx: Tx, row: ProductRow): Promise<void> {
  if (row.auditStatus !== 1) throw conflict('商品未审核通过')
  if (row.repoStatus !== 1) throw conflict('商品已停用')
  const settings = await catalogSettings(tx)
  if (settings.product_show_need_apply === 1) throw conflict('请通过上架申请上架')
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

/** The shown skus of a product that have a price above 0 in a channel, by channel. */
async function pricedSkus(
  tx: Tx,
  productId: number,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
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
      new Set(prices.filter((one) => one.channelId === channelId && one.price > 0).map((one) => one.skuId)),
    ]),
  )
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
  await refuseUnready(tx, row)
  const priced = await pricedSkus(
    tx,
    id,
    rows.map((one) => one.channelId),
  )
  const fail: ShelfResult['fail'] = []
  const fit = rows.filter((one) => {
    const blocked = !canDo(shelfStates, 'putOnShell', one.platformStatus)
    const reason = blocked ? VIOLATION : priced.get(one.channelId)?.size ? null : NO_PRICE
    if (reason !== null) fail.push({ channelId: one.channelId, reason })
    return reason === null
  })
  if (fit.length === 0) throw conflict(fail[0]?.reason ?? NO_PRICE)
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
      .set({ platformStatus: to, offSkuIds: [], updateTime: sql`now()`, version: sql`"version" + 1` })
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

interface SkuShelfResult {
  success: number
  fail: { skuId: number; channelId: number; reason: string }[]
}

/** Puts single skus on or off the shelf of channels; with its last sku the product leaves the shelf. Catalog §3.4. */
export async function shelveSkus(
  tx: Tx,
  who: Who,
  action: 'putOnShell' | 'offShell',
  input: { skuIds: readonly number[]; channelIds: readonly number[]; reason: string },
): Promise<SkuShelfResult> {
  const skus = await tx
    .selectFrom('sku')
    .select(['id', 'productId'])
    .where('id', 'in', [...input.skuIds])
    .where('isDel', '=', 0)
    .execute()
  const result: SkuShelfResult = { success: 0, fail: [] }
  const refuseAll = (ids: readonly number[], channelIds: readonly number[], reason: string): void => {
    for (const skuId of ids)
      for (const channelId of channelIds) result.fail.push({ skuId, channelId, reason })
  }
  const known = new Set(skus.map((one) => one.id))
  refuseAll(
    input.skuIds.filter((id) => !known.has(id)),
    input.channelIds,
    '数据不存在',
  )
  const productIds = [...new Set(skus.map((one) => one.productId))].sort((a, b) => a - b)
  for (const productId of productIds) {
    const ids = skus.filter((one) => one.productId === productId).map((one) => one.id)
    const fit = await attempt(async () => {
      const row = await lockLive(tx, productId)
      if (action === 'putOnShell') await refuseUnready(tx, row)
      return row
    })
    if ('reason' in fit) {
      refuseAll(ids, input.channelIds, fit.reason)
      continue
    }
    const row = fit.value
    const open = visibleChannels(
      who,
      (await lockChannels(tx, productId)).filter((one) => one.isDel === 0),
    )
    const channels = open.filter((one) => input.channelIds.includes(one.channelId))
    refuseAll(
      ids,
      input.channelIds.filter((id) => !channels.some((one) => one.channelId === id)),
      NO_CHANNEL,
    )
    const priced = await pricedSkus(
      tx,
      productId,
      channels.map((one) => one.channelId),
    )
    const shown = await shownSkus(tx, productId)
    for (const channel of channels) {
      const salable = priced.get(channel.channelId) ?? new Set<number>()
      const priceable = ids.filter((id) => action === 'offShell' || salable.has(id))
      refuseAll(
        ids.filter((id) => !priceable.includes(id)),
        [channel.channelId],
        NO_PRICE,
      )
      if (channel.platformStatus === 13) {
        refuseAll(priceable, [channel.channelId], VIOLATION)
        continue
      }
      await shelveInChannel(tx, channel, action, priceable, shown, { source: '手工', reason: input.reason })
      result.success += priceable.length
    }
    await followChannels(tx, row)
    await logProduct(tx, productId, action === 'putOnShell' ? '规格上架' : '规格下架')
  }
  return result
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

async function shelveInChannel(
  tx: Tx,
  channel: ChannelRow,
  action: 'putOnShell' | 'offShell',
  ids: readonly number[],
  shown: readonly number[],
  why: Why,
): Promise<void> {
  if (ids.length === 0 || (action === 'offShell' && channel.platformStatus !== 5)) return
  const on = new Set(
    channel.platformStatus === 5 ? shown.filter((id) => !channel.offSkuIds.includes(id)) : [],
  )
  for (const id of ids) action === 'putOnShell' ? on.add(id) : on.delete(id)
  const platformStatus: ShelfState = on.size > 0 ? 5 : 11
  await tx
    .updateTable('productChannel')
    .set({
      platformStatus,
      offSkuIds: on.size > 0 ? shown.filter((id) => !on.has(id)) : [],
      updateTime: sql`now()`,
      version: sql`"version" + 1`,
    })
    .where('id', '=', channel.id)
    .execute()
  touch(tx, productChannel.name)
  const to = action === 'putOnShell' ? 5 : 11
  await logShelf(tx, channel, ids, channel.platformStatus, to, shelfStates.actions[action].label, why)
  if (channel.platformStatus !== platformStatus) await tellShelf(tx, channel, platformStatus, why.reason)
}

/** The value of some work, or the text of its refusal. */
async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { reason: string }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message }
    throw error
  }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { recordChange, touch } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { canDo, guardState } from '#kit/shared/states.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { channelLabel } from './channelLabel.ts'
import { lockLive } from './liveProduct.server.ts'
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

type ChannelId = ChannelRow['channelId']
type ShelfAction = keyof typeof shelfStates.actions

export interface ShelfResult {
  changed: number
  fail: { channelId: number; reason: string }[]
}

/** The open channels of a product that the person may shelve, one or all; 409 when there are none. */
async function channelsFor(tx: Tx, who: Who, id: number, only: ChannelId | null): Promise<ChannelRow[]> {
  const open = (await lockChannels(tx, id)).filter((row) => row.isDel === 0)
  const rows = visibleChannels(who, open).filter((row) => only === null || row.channelId === only)
  if (rows.length === 0) throw conflict(NO_CHANNEL)
  return rows
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

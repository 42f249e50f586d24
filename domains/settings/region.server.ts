import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { type Reference, usesOf } from '#kit/server/refs.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import type { BinaryAnswer } from '#kit/shared/binary.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { CHANNELS } from './dict.entity.ts'
import { regionCalls as calls } from './region.calls.ts'
import { systemCity } from './region.entity.ts'
import {
  chainOf,
  channelsOf,
  idsBelow,
  type Regions,
  readRegions,
  type TreeBytes,
  treeBytes,
} from './region.memory.ts'
import { changedReach, pinyinInitials, tidyReach } from './region.rules.ts'

type ChannelId = (typeof CHANNELS)[number]['value']

const SEARCH_MOST = 200

const fullName = (regions: Regions, id: number): string =>
  chainOf(regions, id)
    .map((one) => one.name)
    .join(' ')

/** Regions are referred to by their cityId, and named with all above them. Doors §3. */
export const regionReference: Reference = {
  async labels(db, ids) {
    const regions = await readRegions(db)
    return new Map(ids.filter((id) => regions.byId.has(id)).map((id) => [id, fullName(regions, id)]))
  },
  async exists(db, ids) {
    const { byId } = await readRegions(db)
    return new Set(ids.filter((id) => byId.has(id)))
  },
  async words(db, ids) {
    const regions = await readRegions(db)
    return new Map(
      ids.flatMap((id) =>
        regions.byId.has(id) ? [[id, fullName(regions, id).replaceAll(' ', '/')] as const] : [],
      ),
    )
  },
  async named(db, names) {
    const asked = new Set(names.map((name) => name.toLowerCase()))
    const regions = await readRegions(db)
    const found = new Map<string, number[]>()
    for (const { id, name, isShow } of regions.byId.values()) {
      // One that has ended must not stand in the way of the one that bears its name now.
      if (isShow === 0) continue
      for (const text of new Set([name, fullName(regions, id), fullName(regions, id).replaceAll(' ', '/')]))
        if (asked.has(text)) found.set(text, [...(found.get(text) ?? []), id])
    }
    return found
  },
}

function rowOf(regions: Regions, id: number) {
  const row = regions.byId.get(id)
  if (row === undefined) throw notFound()
  const reached = channelsOf(regions, id)
  const hasChild: 0 | 1 = regions.children.has(id) ? 1 : 0
  return {
    ...row,
    cityId: id,
    parentName: regions.byId.get(row.parentId)?.name ?? '',
    mergerName: fullName(regions, id),
    channels: CHANNELS.map((one) => one.value).filter((value) => reached.includes(value)),
    hasChild,
  }
}

/** The ids whose name, initials or code begin with or hold the words. */
function foundIds(regions: Regions, keywords: string): number[] {
  const words = keywords.trim().toLowerCase()
  return [...regions.byId.values()]
    .filter(
      (one) =>
        one.name.includes(words) ||
        one.pinyin.startsWith(words) ||
        String(one.id).startsWith(words) ||
        (one.areaCode !== '' && one.areaCode.startsWith(words)),
    )
    .slice(0, SEARCH_MOST)
    .map((one) => one.id)
}

function bytesAnswer(bytes: TreeBytes, accepted: string, known: string): BinaryAnswer {
  const headers = { ETag: bytes.etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' }
  const facts = { fileName: 'cityTree.json', contentType: 'application/json; charset=utf-8', inline: true }
  if (known.split(/\s*,\s*/).includes(bytes.etag))
    return { ...facts, body: new Uint8Array(), headers, status: 304 }
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
  if (encoding === undefined) return { ...facts, body: bytes.plain, headers }
  return { ...facts, body: bytes[encoding], headers: { ...headers, 'Content-Encoding': encoding } }
}

/** Two people setting what one channel reaches at once must not mix their regions. */
async function lockReach(tx: Tx, channelId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.regions}, ${channelId}::integer)`.execute(tx)
}

async function readReach(db: Db, channelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('cityChannel')
    .select('cityId')
    .where('channelId', '=', channelId)
    .orderBy('cityId')
    .execute()
  return rows.map((row) => row.cityId)
}

async function writeReach(tx: Tx, channelId: ChannelId, cityIds: readonly number[]): Promise<void> {
  const before = await readReach(tx, channelId)
  await tx.deleteFrom('cityChannel').where('channelId', '=', channelId).execute()
  if (cityIds.length > 0)
    await tx
      .insertInto('cityChannel')
      .values(cityIds.map((cityId) => ({ channelId, cityId })))
      .execute()
  recordChange(tx, {
    type: 'cityChannel',
    id: channelId,
    title: CHANNELS.find((one) => one.value === channelId)?.label ?? '',
    before: { cityIds: before },
    after: { cityIds: [...cityIds] },
  })
  touch(tx, 'cityChannel')
}

/** Hiding takes everything below along, showing everything above. */
async function spreadShow(tx: Tx, ids: readonly number[], isShow: 0 | 1): Promise<void> {
  const actor = actorOf(tx).adminId
  await tx
    .updateTable('systemCity')
    .set({
      isShow,
      updateTime: sql`now()`,
      updateBy: actor === 0 ? null : actor,
      version: sql`"version" + 1`,
    })
    .where('id', 'in', [...ids])
    .where('isShow', '<>', isShow)
    .execute()
  touch(tx, systemCity.name)
}

export const servedRegions: readonly Served[] = [
  read(calls.tree, async (db, _who, { channel }, request) =>
    bytesAnswer(
      await treeBytes(db, channel),
      request.header('accept-encoding'),
      request.header('if-none-match'),
    ),
  ),
  read(calls.list, async (db, _who, { parentId, keywords }) => {
    const regions = await readRegions(db)
    const ids =
      keywords === ''
        ? (regions.children.get(parentId) ?? []).map((one) => one.id)
        : foundIds(regions, keywords)
    return ids.map((id) => rowOf(regions, id))
  }),
  read(calls.all, async (db, _who, { keywords, ids, limit }) => {
    const regions = await readRegions(db)
    const found = ids.length > 0 ? ids.filter((id) => regions.byId.has(id)) : foundIds(regions, keywords)
    return found
      .slice(0, ids.length > 0 ? undefined : limit)
      .map((id) => ({ value: id, label: fullName(regions, id) }))
  }),
  read(calls.info, async (db, _who, { id }) => rowOf(await readRegions(db), id)),
  change(calls.update, async (tx, _who, { id, version, channels, ...values }) => {
    const row = await lockRow(tx, systemCity, id, { version })
    await updateRow(tx, systemCity, row, {
      ...values,
      ...(values.name === undefined ? {} : { pinyin: pinyinInitials(values.name) }),
    })
    if (channels === undefined) return
    const regions = await readRegions(tx)
    const chain = chainOf(regions, id).map((one) => one.id)
    for (const { value } of CHANNELS) {
      await lockReach(tx, value)
      const before = await readReach(tx, value)
      const on = channels.includes(value)
      if (chain.some((one) => before.includes(one)) !== on)
        await writeReach(tx, value, changedReach(regions.children, before, id, on))
    }
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockRow(tx, systemCity, id)
    const regions = await readRegions(tx)
    const below = idsBelow(regions, id)
    const uses = status === 0 ? await usesOf(tx, 'city', below) : []
    if (row.isShow !== status) await updateRow(tx, systemCity, row, { isShow: status })
    await spreadShow(tx, status === 0 ? below : chainOf(regions, id).map((one) => one.id), status)
    return { uses: uses.reduce((sum, use) => sum + use.n, 0) }
  }),
  read(calls.reach, async (db, _who, { channelId }) => ({ cityIds: await readReach(db, channelId) })),
  change(calls.channel, async (tx, _who, { channelId, cityIds }) => {
    const { byId, children } = await readRegions(tx)
    if (cityIds.some((id) => !byId.has(id))) throw refuse('地区不存在', 'cityIds')
    await lockReach(tx, channelId)
    await writeReach(tx, channelId, tidyReach(children, cityIds))
  }),
]

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { DONE } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { RegionNode } from './region.calls.ts'
import type { systemCity } from './region.entity.ts'
import { childrenOf, withBelow } from './region.rules.ts'

type Region = EntityRow<typeof systemCity>

/** The city tree as it goes out, in every form a browser may take. */
export interface TreeBytes {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** All regions: some thousand small rows that every address form asks for, read once until one changes anywhere. */
export interface Regions {
  byId: ReadonlyMap<number, Region>
  children: ReadonlyMap<number, readonly Region[]>
  /** by channel the regions it reaches, each with all below it */
  reach: ReadonlyMap<number, ReadonlySet<number>>
  /** prepared when first asked for, by channel; null: all of them */
  trees: Map<number | null, Promise<TreeBytes>>
}

export const regionCache = tableCache('city', '行政区划', ['systemCity', 'cityChannel'], makeRegions, {
  keys: ({ byId }) => [...byId.keys()].map(String),
  value: ({ byId }, key) => byId.get(Number(key)),
})
export const readRegions = regionCache.read

async function makeRegions(db: Db): Promise<Regions> {
  const rows = await db
    .selectFrom('systemCity')
    .selectAll()
    .where('isDel', '=', 0)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  const pairs = await db.selectFrom('cityChannel').selectAll().orderBy('cityId').execute()
  const reach = new Map<number, Set<number>>()
  for (const { channelId, cityId } of pairs)
    reach.set(channelId, (reach.get(channelId) ?? new Set<number>()).add(cityId))
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    children: childrenOf(rows),
    reach,
    trees: new Map(),
  }
}

/** A region and those above it, the province first; [] when there is none of this id. */
export function chainOf({ byId }: Pick<Regions, 'byId'>, id: number): Region[] {
  const row = byId.get(id)
  return row === undefined ? [] : [...chainOf({ byId }, row.parentId), row]
}

/** The channels that reach a region. */
export function channelsOf(regions: Regions, id: number): number[] {
  const chain = chainOf(regions, id)
  return [...regions.reach]
    .filter(([, reached]) => chain.some((one) => reached.has(one.id)))
    .map(([channelId]) => channelId)
    .sort((a, b) => a - b)
}

/** The ids from the province down to a region; 404 数据不存在 without it. Doors §4, platform §8.2. */
export async function regionPath(db: Db, cityId: number): Promise<number[]> {
  const chain = chainOf(await readRegions(db), cityId)
  if (chain.length === 0) throw notFound()
  return chain.map((one) => one.id)
}

/** Whether a channel sells to a region; false for one that is not there. Doors §4, platform §8.2. */
export async function isReachable(db: Db, channelId: number, cityId: number): Promise<boolean> {
  return channelsOf(await readRegions(db), cityId).includes(channelId)
}

/** The tree of the regions shown, of a channel what it reaches and the way there. Platform §8.2. */
export async function treeBytes(db: Db, channel: number | null): Promise<TreeBytes> {
  const regions = await readRegions(db)
  const found = regions.trees.get(channel) ?? prepare(treeOf(regions, channel))
  regions.trees.set(channel, found)
  return found
}

function treeOf(regions: Regions, channel: number | null): RegionNode[] {
  const reached = channel === null ? null : (regions.reach.get(channel) ?? new Set<number>())
  const below = (parentId: number, whole: boolean): RegionNode[] =>
    (regions.children.get(parentId) ?? []).flatMap(({ id, name, level, isShow }) => {
      if (isShow === 0) return []
      const all = whole || reached === null || reached.has(id)
      const child = below(id, all)
      return all || child.length > 0 ? [{ cityId: id, name, level, parentId, child }] : []
    })
  return below(0, reached === null)
}

const QUALITY = 9

async function prepare(tree: RegionNode[]): Promise<TreeBytes> {
  const plain = Buffer.from(JSON.stringify({ code: 200, message: DONE, data: tree }))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    promisify(gzip)(plain),
  ])
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { etag: `W/"${hash}"`, plain, br, gzip: zipped }
}

/** A region and all below it. */
export function idsBelow(regions: Regions, id: number): number[] {
  return withBelow(regions.children, id)
}

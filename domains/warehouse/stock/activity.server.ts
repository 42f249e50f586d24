import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type AssignLine, assignVacct } from '../vacct/assign.server.ts'
import { availableOf, publicOf, shown } from './book.rules.ts'
import { readHeads } from './bookRead.server.ts'
import { servingWarehouses } from './figures.server.ts'
import { skuNames } from './names.server.ts'
import { OWNER } from './pool.rules.ts'
import { postedBefore } from './post.server.ts'
import type { Q, StockSource } from './posting.ts'
import { checkQuantities } from './reserve.server.ts'

interface LockLine {
  skuId: number
  q: Q
  channelIds: readonly number[]
}

/**
 * Keeps stock for an activity: assigns it to the activity's exclusive account in the warehouses that serve the channels, by
 * priority. All lines or none: 422 stock text. The source is the activity; once for each `action`. Warehouse §2.5.
 */
export async function lock(
  tx: Tx,
  source: StockSource,
  lines: readonly LockLine[],
  action = 'lock',
): Promise<void> {
  checkQuantities(lines)
  if ((await postedBefore(tx, { source, action })) !== null) return
  const byChannel = new Map<number, readonly { id: number }[]>()
  for (const channelId of new Set(lines.flatMap((one) => one.channelIds)))
    byChannel.set(channelId, await servingWarehouses(tx, { channelId }))
  const served = lines.map((line) => ({
    ...line,
    warehouses: [...new Set(line.channelIds.flatMap((id) => (byChannel.get(id) ?? []).map((one) => one.id)))],
  }))
  const pairs = served.flatMap(({ skuId, warehouses }) =>
    warehouses.map((warehouseId) => ({ warehouseId, skuId })),
  )
  const heads = pairs.length === 0 ? new Map() : await readHeads(tx, pairs)
  const free = new Map([...heads].map(([key, head]) => [key, Math.min(publicOf(head), availableOf(head))]))
  const wanted: { warehouseId: number; skuId: number; q: Q }[] = []
  for (const { skuId, q, warehouses } of served) {
    let left = q
    for (const warehouseId of warehouses) {
      const key = `${warehouseId}:${skuId}`
      const part = Math.min(left, free.get(key) ?? 0)
      if (part <= 0) continue
      free.set(key, (free.get(key) ?? 0) - part)
      left -= part
      wanted.push({ warehouseId, skuId, q: part })
    }
    if (left > 0) {
      const { name } = await skuNames(tx, skuId)
      throw refuse(`库存不足：${name} 可用 ${shown(q - left)}，需要 ${shown(q)}`)
    }
  }
  const accounts = new Map<number, number>()
  for (const warehouseId of new Set(wanted.map((one) => one.warehouseId)))
    accounts.set(warehouseId, await activityAccount(tx, source, warehouseId))
  const assigned = wanted.map(
    ({ warehouseId, skuId, q }, at): AssignLine => ({
      ...{ lineId: at + 1, vacctId: accounts.get(warehouseId) ?? 0, skuId, q },
    }),
  )
  await assignVacct(tx, { source, action }, assigned)
}

/** The exclusive account of an activity in a warehouse, opened when it is first needed. */
async function activityAccount(tx: Tx, source: StockSource, warehouseId: number): Promise<number> {
  const found = async () => {
    const { rows } = await sql<{ id: number }>`
      select "id" from "stockVacct" where "warehouseId" = ${warehouseId} and "ownerType" = ${OWNER.activity}
        and "ownerId" = ${source.id} and "isDel" = 0 and "status" = 1`.execute(tx)
    return rows[0]?.id
  }
  const known = await found()
  if (known !== undefined) return known
  await sql`insert into "stockVacct" ("code", "name", "ownerType", "ownerId", "activityId", "warehouseId", "mode", "overflow")
    values (${`HD${source.id}-${warehouseId}`}, ${`活动 ${source.sn}`}, ${OWNER.activity}, ${source.id}, ${source.id},
      ${warehouseId}, 1, 0)
    on conflict do nothing`.execute(tx)
  return (await found()) ?? 0
}

/** Returns what an activity has not reserved to the public pool. */
export async function unlock(tx: Tx, source: StockSource, action = 'unlock'): Promise<void> {
  const lines = await unreserved(tx, sql`a."ownerType" = ${OWNER.activity} and a."ownerId" = ${source.id}`)
  if (lines.length > 0) await assignVacct(tx, { source, action }, lines)
}

/** What accounts have and have not reserved, as lines that take it back. */
export async function unreserved(db: Db, which: ReturnType<typeof sql>): Promise<AssignLine[]> {
  const { rows } = await sql<{ lineId: number; vacctId: number; skuId: number; q: Q }>`
    select i."id" as "lineId", i."vacctId", i."skuId", -((i."qty" - i."reserved") * 1000)::bigint as "q"
    from "stockVacctItem" i join "stockVacct" a on a."id" = i."vacctId" where i."qty" > i."reserved" and ${which}
    order by i."id"`.execute(db)
  return rows
}

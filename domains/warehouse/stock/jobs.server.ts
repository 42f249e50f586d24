import { sql } from 'kysely'
import { setStockFigures } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { assignVacct } from '../vacct/assign.server.ts'
import { unreserved } from './activity.server.ts'
import { closeDays } from './daily.server.ts'
import { type Drift, driftOf } from './invariants.server.ts'
import { markNear } from './lotWatch.server.ts'
import { release } from './reserve.server.ts'
import { ledgerStock } from './selfKept.server.ts'

const MINUTE_MS = 60_000
/** Moves of so many minutes are looked at each minute, so that a late one is not left out. */
const MINUTES = 5
const PAGE = 500

interface Expired {
  type: string
  id: number
  sn: string
  lineIds: number[]
  key: string
}

/** Releases reservations whose time is over and of which nothing is bound to a lot; answers how many sources. Warehouse §13. */
export async function releaseExpired(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<Expired>`
    select "sourceType" as "type", "sourceId" as "id", "sourceSn" as "sn", array_agg(distinct "sourceLineId") as "lineIds",
      max(extract(epoch from "expireTime"))::bigint::text as "key"
    from "stockReserve" where "status" = 1 and "expireTime" <= ${now} and "allocated" = 0
    group by 1, 2, 3 limit ${sql.lit(PAGE)}`.execute(db)
  for (const { lineIds, key, ...source } of rows) {
    const lines = lineIds.map((lineId) => ({ lineId }))
    await asSystem(db, (tx) => release(tx, source, lines, `expire:${key}`))
  }
  return rows.length
}

const reserveExpire: JobDefinition = {
  name: 'warehouse.reserveExpire',
  title: '释放到期占用',
  group: 'WMS',
  cron: '5 * * * * *',
  light: true,
  run: (db) => releaseExpired(db),
}

/** Shows the figures of what moved since a moment on its products; answers how many changed. Warehouse §13. */
export async function cacheStock(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ skuId: number }>`
    select distinct "skuId" from "stockMove" where "createTime" >= ${since}`.execute(db)
  let changed = 0
  for (let start = 0; start < rows.length; start += PAGE) {
    const ids = rows.slice(start, start + PAGE).map((row) => row.skuId)
    const figures = await ledgerStock.onHand(db, ids)
    changed += await asSystem(db, (tx) =>
      setStockFigures(
        tx,
        [...figures].map(([skuId, available]) => ({ skuId, available })),
      ),
    )
  }
  return changed
}

const stockCache: JobDefinition = {
  name: 'warehouse.stockCache',
  title: '刷新商品库存',
  group: 'WMS',
  cron: '20 * * * * *',
  light: true,
  run: (db) => cacheStock(db, new Date(Date.now() - MINUTES * MINUTE_MS)),
}

const lotWatch: JobDefinition = {
  name: 'warehouse.lotWatch',
  title: '效期监控',
  group: 'WMS',
  cron: '0 30 0 * * *',
  run: (db) => markNear(db),
}

const stockDaily: JobDefinition = {
  name: 'warehouse.stockDaily',
  title: '库存日结',
  group: 'WMS',
  cron: '0 10 0 * * *',
  run: (db, _params, signal) => closeDays(db, new Date(), signal),
}

const RECONCILE = 'warehouse.stockReconcile'
const HOURS = 50
const NAMED = 20

/** Compares the books of what moved within two days, and tells where they do not agree. Warehouse §11, §13. */
export async function reconcile(db: Db, since: Date | null): Promise<Drift[]> {
  const found = await driftOf(db, since)
  if (found.length > 0)
    await writeErrorLog(db, {
      requestId: '',
      source: 'server',
      path: `job:${RECONCILE}`,
      adminId: null,
      message: `库存账目有${found.length}处不符：${found.slice(0, NAMED).map(toldOf).join('；')}`,
      stack: '',
    })
  return found
}

const toldOf = ({ rule, warehouseId, skuId, stored, summed }: Drift): string =>
  `仓库${warehouseId} 规格${skuId} ${rule} 账面${stored} 流水${summed}`

const stockReconcile: JobDefinition = {
  name: RECONCILE,
  title: '库存核对',
  group: 'WMS',
  cron: '0 0 2 * * *',
  run: async (db) => (await reconcile(db, new Date(Date.now() - HOURS * 60 * MINUTE_MS))).length,
}

/** Returns what ended or disabled accounts have not reserved to the public pool; answers how many lines. Warehouse §4.10. */
export async function recallEnded(db: Db, now = new Date()): Promise<number> {
  const lines = await unreserved(db, sql`(a."status" = 0 or a."isDel" = 1 or a."endTime" <= ${now})`)
  let done = 0
  for (const [vacctId, own] of Map.groupBy(lines, (one) => one.vacctId)) {
    const source = { type: 'stockVacct', id: vacctId, sn: `到期收回${vacctId}` }
    await asSystem(db, (tx) =>
      assignVacct(
        tx,
        { source, action: `expire:${now.getTime()}` },
        own.map((line) => ({ ...line, type: 7 })),
      ),
    )
    done += own.length
  }
  return done
}

const vacctExpire: JobDefinition = {
  name: 'warehouse.vacctExpire',
  title: '收回到期虚拟账户库存',
  group: 'WMS',
  cron: '30 */5 * * * *',
  light: true,
  run: (db) => recallEnded(db),
}

export const stockJobs = [
  reserveExpire,
  stockCache,
  lotWatch,
  stockDaily,
  stockReconcile,
  vacctExpire,
] as const

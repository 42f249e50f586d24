import { sql } from 'kysely'
import { driftOf } from '#domains/warehouse/stock/invariants.server.ts'
import { receive } from '#domains/warehouse/stock/receive.server.ts'
import { reserve } from '#domains/warehouse/stock/reserve.server.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { addSkus, newSource, openWarehouse, type TestWarehouse } from '../tests/stock.ts'
import { percentile } from './load.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'
import { settle } from './settle.ts'

const HANDS = 16
const SECONDS = 6
const SKUS = 1000
const LINES = 5
const RECEIPT = 1231

/** How often something is done in a second by so many at once. */
async function perSecond(work: (at: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const until = start + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: HANDS }, async () => {
      while (performance.now() < until) await work(++done)
    }),
  )
  return (done * 1000) / (performance.now() - start)
}

const fill = (db: Db, { id: warehouseId, sections }: TestWarehouse, skus: readonly number[]) =>
  asSystem(db, (tx) =>
    receive(
      tx,
      { source: newSource('stockin'), action: 'post' },
      skus.map((skuId, at) => ({
        lineId: at + 1,
        warehouseId,
        sectionId: sections.store,
        skuId,
        q: 900_000_000,
        price: 1200,
      })),
      101,
    ),
  )

/** Reservations of orders of five lines, over many skus and all of the same, and a long receipt. Warehouse §2.4, architecture §9. */
export async function stockPostings({ databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, HANDS)
  const db = openDatabase(pool)
  try {
    const warehouse = await openWarehouse(db)
    const skus = await addSkus(db, SKUS)
    await fill(db, warehouse, skus)
    const order = (of: (at: number) => number) => (n: number) =>
      asSystem(db, (tx) =>
        reserve(
          tx,
          newSource('order'),
          Array.from({ length: LINES }, (_, at) => ({
            ...{
              lineId: at + 1,
              warehouseId: warehouse.id,
              skuId: of(n * LINES + at),
              q: 1000,
              channelId: 1201,
            },
          })),
        ),
      )
    const spread = await perSecond(order((at) => skus[(at * 37) % SKUS] ?? 0))
    const [hot = 0] = skus
    const one = await perSecond(order(() => hot))
    const many = await addSkus(db, RECEIPT)
    const start = performance.now()
    await fill(db, warehouse, many)
    const receipt = performance.now() - start
    if ((await driftOf(db)).length > 0) throw new Error('The books do not agree')
    return [
      atLeast('reserve of a 5-line order on spread skus', spread, 400, '/s'),
      atLeast('reserve of a 5-line order, all of one sku', one, 150, '/s'),
      atMost(`posting of a stock-in of ${RECEIPT} lines`, receipt, 2000, 'ms'),
    ]
  } finally {
    await pool.end()
  }
}

const MOVES = Number(process.env.TS_STOCK_MOVES ?? 5_000_000)
const FILTER_MS = 50
const TIMES = 8

const ASKED: Readonly<Record<string, string>> = {
  stock: '/api/admin/wms/stock/list?',
  'stock, second page': '/api/admin/wms/stock/list?page=2',
  'stock of a warehouse': '/api/admin/wms/stock/list?warehouseId={w}',
  'stock keywords': `/api/admin/wms/stock/list?keywords=${encodeURIComponent('测试')}`,
  'stock keywords nobody has': `/api/admin/wms/stock/list?keywords=${encodeURIComponent('查无此物')}`,
  'stock with something frozen': '/api/admin/wms/stock/list?flag=frozen',
  'stock below its safety': '/api/admin/wms/stock/list?flag=low',
  'stock of nothing': '/api/admin/wms/stock/list?flag=zero',
  'stock near its expiry': '/api/admin/wms/stock/list?flag=near',
  'stock that has expired': '/api/admin/wms/stock/list?flag=expired',
  'stock that lies': '/api/admin/wms/stock/list?flag=idle&days=30',
  'by section': '/api/admin/wms/stock/section/list?',
  'by lot': '/api/admin/wms/stock/lot/list?',
  'by lot, a bucket': '/api/admin/wms/stock/lot/list?bucket=2',
  'who holds it': '/api/admin/wms/stock/reserve/list?',
  'record log': '/api/admin/wms/recordLog/list?',
  'record log of a sku': '/api/admin/wms/recordLog/list?skuId={s}',
  'record log of a product': '/api/admin/wms/recordLog/list?productCode={p}',
  'record log keywords': `/api/admin/wms/recordLog/list?keywords={p}`,
  'record log of a section': '/api/admin/wms/recordLog/list?sectionId={c}',
  'record log of a type': '/api/admin/wms/recordLog/list?moveType=191',
  'record log of a rare type': '/api/admin/wms/recordLog/list?moveType=163',
  'record log of a document': '/api/admin/wms/recordLog/list?sourceSn=B77',
  'record log of a week': '/api/admin/wms/recordLog/list?dateLimit=lately7',
  'record log of a warehouse': '/api/admin/wms/recordLog/list?warehouseId={w}',
  'stock log': '/api/admin/wms/stocklog/list?',
  'stock log of a warehouse': '/api/admin/wms/stocklog/list?warehouseId={w}',
  'stock log, what went': '/api/admin/wms/stocklog/list?direction=2',
  'stock log of a type and warehouse': '/api/admin/wms/stocklog/list?moveType=101&warehouseId={w}',
  'stock log today': '/api/admin/wms/stocklog/list?dateLimit=today',
  'stock log of a sku and a type': '/api/admin/wms/stocklog/list?moveType=111&skuId={s}',
}

/** Movements as years of trade leave them: a receipt now and then, many orders, each reserved and shipped. */
async function makeMoves(db: Db, { id: w, sections }: TestWarehouse, skus: readonly number[]): Promise<void> {
  // A dozen indexes are made of all rows at once in a fraction of the time.
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as "name", pg_get_indexdef(i.indexrelid) as "made" from pg_index i
    where i.indrelid = '"stockMove"'::regclass and not i.indisprimary`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db)
  await sql`insert into "stockMove" ("postingId", "seq", "moveType", "physical", "direction", "warehouseId", "sectionId", "skuId",
      "lotId", "dOnHand", "dReserved", "onHandAfter", "availableAfter", "sourceType", "sourceId", "sourceSn", "sourceLineId",
      "operatorId", "createTime", "updateTime")
    select 1000000000 + n, 1, t."type", case when t."type" in (101, 111) then 1 else 0 end,
      case t."type" when 101 then 1 when 111 then 2 end, ${w}::int + (n % 5)::int,
      case when t."type" in (101, 111) then ${sections.store}::int end, (${sql.val([...skus])}::int[])[1 + (n::bigint * 7919) % ${skus.length}],
      case when t."type" in (101, 111) then 1 + (n % 500) end, case t."type" when 101 then 100 when 111 then -1 else 0 end,
      case t."type" when 191 then 1 when 111 then -1 else 0 end, 100, 100, 'bench', n, 'B' || n / 3, 1, 1 + n % 20,
      now() - (${MOVES} - n) * interval '12 seconds', now()
    from generate_series(1, ${MOVES}) as n, lateral (select case when n % 10 = 0 then 101 when n % 3 = 0 then 111 else 191 end as "type") t`.execute(
    db,
  )
  for (const { made } of indexes) await sql.raw(made).execute(db)
  await sql`analyze "stockMove", "stock", "stockLot"`.execute(db)
}

/** Lists of the ledger at millions of movements, any filter. Architecture §9. */
export async function stockLists({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  const db = openDatabase(pool)
  try {
    const warehouse = await openWarehouse(db)
    for (let n = 0; n < 4; n++) await openWarehouse(db)
    const skus = await addSkus(db, 20_000)
    for (let start = 0; start < skus.length; start += 2000)
      await fill(db, warehouse, skus.slice(start, start + 2000))
    await db.connection().execute(async (one) => {
      await sql`set statement_timeout = 0`.execute(one)
      await makeMoves(one, warehouse, skus)
    })
    const [skuId = 0] = skus
    const row = await db
      .selectFrom('sku')
      .innerJoin('product', 'product.id', 'sku.productId')
      .select('product.productCode')
      .where('sku.id', '=', skuId)
      .executeTakeFirstOrThrow()
    await settle(databaseUrl)
    const given = { w: warehouse.id, s: skuId, p: row.productCode, c: warehouse.sections.store }
    const headers = { 'x-token': token, 'accept-encoding': 'identity' }
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(ASKED)) {
      const url = `${base}${path.replace(/\{(\w)\}/g, (_, name) => encodeURIComponent(String(Reflect.get(given, name))))}`
      const times: number[] = []
      for (let n = 0; n < TIMES + 2; n++) {
        const start = performance.now()
        const answer = await fetch(url, { headers })
        const { code } = await answer.json()
        if (code !== 200) throw new Error(`${what}: ${code}`)
        if (n >= 2) times.push(performance.now() - start)
      }
      figures.push(atMost(`${what}, p95`, percentile(times, 0.95), FILTER_MS, 'ms'))
    }
    return figures.sort((a, b) => b.ratio - a.ratio)
  } finally {
    await pool.end()
  }
}

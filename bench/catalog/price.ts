import { sql } from 'kysely'
import { getSkuPrices } from '#domains/catalog/catalog.door.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { percentile } from '../load.ts'
import { atMost, type Figure } from '../report.ts'
import type { Bench } from '../run.ts'

const SKUS = 1000
/** Until the statements are prepared and the code that reads their rows is compiled. */
const UNMEASURED = 40
const ROUNDS = 100
const CUSTOMER = 900_001
const PAYER = 900_001

/** The prices of 1,000 skus for one customer: sold-to party, sales channel with those above it, payer, base price. */
export async function priceMany({ databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  const db = openDatabase(pool)
  try {
    const { rows } = await sql<{
      id: number
    }>`select "id" from "sku" order by "id" desc limit ${SKUS}`.execute(db)
    const skuIds = rows.map((row) => row.id)
    const salesChannelId = await makePrices(db, skuIds)
    const terms = { channelId: 1202, shoudaId: CUSTOMER, payerId: PAYER, salesChannelId, orgLevelId: 1 }
    const lines = skuIds.map((skuId) => ({ skuId, quantity: 1000 }))
    const times: number[] = []
    for (let round = 0; round < UNMEASURED + ROUNDS; round++) {
      const start = performance.now()
      const priced = await getSkuPrices(db, terms, lines)
      if (priced.filter((one) => one.chosen !== null).length !== SKUS) throw new Error('a sku has no price')
      if (round >= UNMEASURED) times.push(performance.now() - start)
    }
    return [atMost(`prices of ${SKUS} skus for one customer, p95`, percentile(times, 0.95), 100, 'ms')]
  } finally {
    await pool.end()
  }
}

/** Records of every scope, each with a history; answers the lowest of three sales channels. */
async function makePrices(db: ReturnType<typeof openDatabase>, skuIds: readonly number[]): Promise<number> {
  let pid = 0
  for (const level of [1, 2, 3]) {
    const made = await sql<{
      id: number
    }>`insert into "salesChannel" ("channelCode", "channelName", "channelId", "pid")
      values (${`BENCH${level}`}, ${`压测${level}`}, 1202, ${pid}) returning "id"`.execute(db)
    pid = made.rows[0]?.id ?? 0
  }
  await sql`insert into "skuPrice" ("skuId", "channelId", "scopeType", "scopeId", "price", "otPrice", "minRate",
      "startTime", "endTime", "sourceType", "sourceId", "sourceLineId")
    select s.id, k."channelId", k."scopeType", k."scopeId", 1000 + n, 1500, 10,
      now() - (30 - n) * interval '1 day', case when n < 20 then now() - (29 - n) * interval '1 day' end,
      'priceNotice', n, s.id
    from unnest(${sql.val([...skuIds])}::int[]) as s (id),
      (values (9, 0, 0), (2, ${CUSTOMER}::int, 1202), (1, ${pid}::int, 1202), (3, 1, 1202))
        as k ("scopeType", "scopeId", "channelId"),
      generate_series(1, 20) n
    where k."scopeType" <> 2 or s.id % 2 = 0`.execute(db)
  await sql`insert into "payerProduct" ("payerId", "skuId", "discountRate", "startDate", "endDate")
    select ${PAYER}::int, id, 98, '2020-01-01', '2099-12-31'
    from unnest(${sql.val([...skuIds])}::int[]) as s (id)`.execute(db)
  await sql`analyze "skuPrice", "payerProduct"`.execute(db)
  return pid
}

import { sql } from 'kysely'
import { signedHeaders } from '#domains/accounts/payment/payment.sign.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { percentile } from './load.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'
import { settle } from './settle.ts'

const OTHERS = 100_000
const AT_ONCE = 5000
const TOLD = 700
/** told before it is measured: a server that has just started compiles its paths first, as in the measure of processes */
const WARM = 300
const MERCHANT = 'bench'
const KEY = 'bench-key-of-the-gateway'

/** Notifications of payments, each posted whole with its account, beside many payments. Orders §3.5. */
export async function notificationTimes({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const numbers = await makePayments(databaseUrl)
  await setMerchant(base, token)
  await settle(databaseUrl)
  const times: number[] = []
  for (const [at, flowNo] of numbers.entries()) {
    const payment = {
      state: 'paid',
      transactionId: `T${flowNo}`,
      amount: '10.00',
      fee: '0.06',
      time: Math.floor(Date.now() / 1000),
    }
    const body = JSON.stringify({ event: 'payment', flowNo, payment })
    const start = performance.now()
    const answer = await fetch(`${base}/api/open/payment/notify/weixin`, {
      method: 'POST',
      body,
      headers: signedHeaders(MERCHANT, KEY, body),
    })
    const told = await answer.text()
    if (at >= WARM) times.push(performance.now() - start)
    if (answer.status !== 200) throw new Error(`The notification was answered ${answer.status} ${told}`)
  }
  return [atMost('notification of a payment posted, p95', percentile(times, 0.95), 10, 'ms')]
}

/** Top-ups that wait for their money, the latest of many payments; their numbers. */
async function makePayments(databaseUrl: string): Promise<string[]> {
  const pool = openPool(databaseUrl, 2)
  const db = openDatabase(pool)
  try {
    for (let from = 1; from <= OTHERS; from += AT_ONCE)
      await sql`insert into "payment" ("flowNo", "bizType", "bizId", "orderSn", "payType", "payChannel", "amount", "status",
        "provider", "transactionId", "successTime")
      select 'ZB' || n, 'recharge', 1000000 + n, 'CB' || n, 'weixin', 'public', 1000, 1, 'weixin', 'B' || n, now()
      from generate_series(${sql.lit(from)}, ${sql.lit(from + AT_ONCE - 1)}) n`.execute(db)
    const { rows } = await sql<{ flowNo: string }>`with "made" as (
        insert into "recharge" ("rechargeSn", "uid", "amount")
        select 'CN' || n, 900000 + n % 50, 1000 from generate_series(1, ${sql.lit(TOLD)}) n returning "id", "rechargeSn", "uid")
      insert into "payment" ("flowNo", "bizType", "bizId", "orderSn", "uid", "payType", "payChannel", "amount", "provider")
      select 'ZN' || "id", 'recharge', "id", "rechargeSn", "uid", 'weixin', 'public', 1000, 'weixin' from "made"
      returning "flowNo"`.execute(db)
    await sql`analyze "payment"`.execute(db)
    return rows.map(({ flowNo }) => flowNo)
  } finally {
    await pool.end()
  }
}

async function setMerchant(base: string, token: string): Promise<void> {
  const fields = Object.entries({
    pay_weixin_open: '1',
    pay_weixin_url: 'https://pay.example.com',
    pay_weixin_merchant: MERCHANT,
    pay_weixin_key: KEY,
  }).map(([name, value]) => ({ name, value }))
  const answer = await fetch(`${base}/api/admin/system/config/save/form`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 79, fields }),
  })
  const { code, message } = await answer.json()
  if (code !== 200) throw new Error(`The merchant was refused: ${message}`)
}

// Workers that compare what the bank told with the accounts are killed in the middle, and others go on. Orders §6.10, decision 0148.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '#domains/accounts/accounts.door.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { testDatabase } from './database.ts'

const WORKER = fileURLToPath(new URL('./bankWorker.ts', import.meta.url))
const ACCOUNTS = 20
const EACH = 60
const LINES = ACCOUNTS * EACH
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openPool>
let db: Db
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.url, 4)
  db = openDatabase(pool)
  for (let n = 1; n <= ACCOUNTS; n++) {
    const accountId = await asSystem(db, (tx) => openAccount(tx, { accountType: 1, uid: n }, `户${n}`))
    await sql`insert into "vacct" ("vacctNo", "vacctName", "mainAccount", "payerId", "accountId", "status", "openTime", "createTime")
      values (${`V${n}`}, ${`户名${n}`}, 'M', ${900 + n}, ${accountId}, 1, now(), now() - interval '1 day')`.execute(
      db,
    )
    await sql`insert into "bankLine" ("bankSerialNo", "vacctNo", "direction", "amount", "tradeTime", "mainAccount", "source")
      select ${`S${n}-`} || i, ${`V${n}`}, 1, 100 + i, now(), 'M', 1 from generate_series(1, ${EACH}) i`.execute(
      db,
    )
  }
}, MINUTE)
afterAll(async () => {
  for (const one of started) one.kill('SIGKILL')
  await pool.end()
  await database.drop()
})

const begin = (): { child: ChildProcess; ended: Promise<unknown> } => {
  const child = spawn(process.execPath, [WORKER, database.url], {
    stdio: 'inherit',
    env: { PATH: process.env.PATH },
  })
  started.push(child)
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as "n" from "bankLine" where "waiting" = 1`.execute(db))
    .rows[0]?.n ?? 0

/** Movements that are half done: posted without their entry, an entry without them, or another amount. */
async function halfDone(): Promise<unknown[]> {
  const { rows } = await sql`
    select b."id", e."id" as "entryId" from "bankLine" b
    full join "accountEntry" e on e."id" = b."entryId"
    where (b."id" is null) or (b."waiting" = 1) <> (e."id" is null)
      or (e."id" is not null and (e."amount" <> b."amount" or b."matchStatus" <> 1 or b."posts" <> 1))`.execute(
    db,
  )
  return rows
}

test('O §6.10: workers killed while they match leave nothing half done, and who goes on posts each movement once', {
  timeout: 3 * MINUTE,
}, async () => {
  for (let round = 0; round < 3; round++) {
    const before = await waiting()
    // Two at once, as two servers would be that each believe the other dead.
    const two = [begin(), begin()]
    await expect.poll(waiting, { timeout: MINUTE, interval: 5 }).toBeLessThan(before - 20)
    for (const one of two) one.child.kill('SIGKILL')
    await Promise.all(two.map((one) => one.ended))
    expect(await halfDone()).toEqual([])
  }
  const left = await waiting()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(LINES)
  const last = begin()
  expect(await last.ended).toBe(0)
  expect(await waiting()).toBe(0)
  expect(await halfDone()).toEqual([])
  const { rows } = await sql`select count(*)::int as "entries", count(distinct e."sourceId")::int as "lines",
      sum(e."amount")::int as "sum", (select sum("balance")::int from "account") as "balance"
    from "accountEntry" e`.execute(db)
  const sum = ACCOUNTS * (EACH * 100 + (EACH * (EACH + 1)) / 2)
  expect(rows).toEqual([{ entries: LINES, lines: LINES, sum, balance: sum }])
  // A rerun finds nothing more to do.
  expect(await begin().ended).toBe(0)
  expect(await halfDone()).toEqual([])
})

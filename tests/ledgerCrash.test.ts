// Processes that post on the same accounts and are killed in the middle of it. Orders §5.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '#domains/accounts/accounts.door.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { testDatabase } from './database.ts'

const WORKER = fileURLToPath(new URL('./ledgerWorker.ts', import.meta.url))
const ACCOUNTS = 5
const SOURCES = 3000
const PROCESSES = 2
const ROUNDS = 3
const ROUND_MS = 1500
const LOOKS = 6
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openPool>
let db: Db
let ids: number[]

beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.url, 4)
  db = openDatabase(pool)
  ids = []
  for (let uid = 1; uid <= ACCOUNTS; uid++)
    ids.push(await asSystem(db, (tx) => openAccount(tx, { accountType: 1, uid }, '随机')))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

interface Poster {
  child: ChildProcess
  /** entries that were answered as made */
  told: Set<number>
  faults: string[]
  ended: Promise<unknown>
}

function startPoster(): Poster {
  const child = spawn(process.execPath, [WORKER, database.url, ids.join(','), String(SOURCES)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  const told = new Set<number>()
  const faults: string[] = []
  let rest = ''
  child.stdout.on('data', (part) => {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) told.add(Number(line))
  })
  child.stderr.on('data', (part) => faults.push(String(part)))
  return { child, told, faults, ended: new Promise((resolve) => child.once('close', resolve)) }
}

async function kill({ child, ended }: Poster): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Accounts that are not what their entries say, or have given more than they had; as of one moment. */
async function wrongBooks(): Promise<unknown[]> {
  const { rows } = await sql`
    select a."id", a."balance", a."frozen", e.* from "account" a
    left join (select "accountId",
        sum(case when "transactionType" in (10, 11) then 0 when "pm" = 1 then "amount" else -"amount" end) as "moved",
        sum(case "transactionType" when 10 then "amount" when 11 then -"amount" else 0 end) as "held"
      from "accountEntry" group by 1) e on e."accountId" = a."id"
    where a."balance" <> coalesce(e."moved", 0) or a."frozen" <> coalesce(e."held", 0)
      or a."frozen" < 0 or a."balance" - a."frozen" + a."creditLimit" < 0`.execute(db)
  return rows
}

/** Entries of the same source, and running balances that do not follow from the entry before. */
async function wrongEntries(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select "id", "balance", "frozen", count(*) over (partition by "accountId", "sourceId", "transactionType") as "times",
        "balance" - coalesce(lag("balance") over "own", 0) - (case when "transactionType" in (10, 11) then 0
          when "pm" = 1 then "amount" else -"amount" end) as "off"
      from "accountEntry" window "own" as (partition by "accountId" order by "createTime", "id")) as "seen"
    where "times" > 1 or "off" <> 0`.execute(db)
  return rows
}

test('O §5: whatever is killed, accounts are the sum of their entries at every look, and what was answered is there', {
  timeout: 3 * MINUTE,
}, async () => {
  const told = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const posters = Array.from({ length: PROCESSES }, startPoster)
    await expect.poll(() => posters.every((one) => one.told.size > 0), { timeout: MINUTE }).toBe(true)
    for (let look = 0; look < LOOKS; look++) {
      expect(await wrongBooks()).toEqual([])
      await delay(ROUND_MS / LOOKS)
    }
    await Promise.all(posters.map(kill))
    for (const one of posters) {
      expect(one.faults).toEqual([])
      for (const id of one.told) told.add(id)
    }
    expect(await wrongBooks()).toEqual([])
  }
  const { rows } = await sql<{ id: number }>`select "id" from "accountEntry"`.execute(db)
  const there = new Set(rows.map((row) => row.id))
  expect([...told].filter((id) => !there.has(id))).toEqual([])
  expect(await wrongEntries()).toEqual([])
  // Enough happened for it to mean something.
  expect(there.size).toBeGreaterThan(500)
})

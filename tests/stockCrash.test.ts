// Processes that post on the same stock at once, and that are killed in the middle of it. Warehouse §2.4, §11.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driftOf } from '#domains/warehouse/stock/invariants.server.ts'
import { assignVacct } from '#domains/warehouse/vacct/assign.server.ts'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { testDatabase } from './database.ts'
import { addSkus, bring, headOf, newSource, openVacct, openWarehouse } from './stock.ts'

const WORKER = fileURLToPath(new URL('./stockWorker.ts', import.meta.url))
const MINUTE = 60_000
const PROCESSES = 2
const HANDS = 8
/** More rounds by the environment: each kills both processes at a moment of its own. */
const ROUNDS = Number(process.env.TS_STOCK_ROUNDS ?? 3)
/** Few orders, so that one is met again and again: reserved, bound, shipped. */
const ORDERS = 80
/** Both processes are killed after so many steps, not after a time: a busy machine does fewer in a second. */
const STEPS = 200

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openPool>
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.url, 4)
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

interface Worker {
  child: ChildProcess
  lines: string[]
  faults: string[]
  ended: Promise<unknown>
}

function start(mode: string, given: object): Worker {
  const child = spawn(process.execPath, [WORKER, mode, database.url, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  const lines: string[] = []
  const faults: string[] = []
  let rest = ''
  child.stdout.on('data', (part) => {
    const parts = `${rest}${part}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.on('data', (part) => faults.push(String(part)))
  return { child, lines, faults, ended: new Promise((resolve) => child.once('close', resolve)) }
}

async function reserveAtOnce(given: object): Promise<number> {
  const workers = Array.from({ length: PROCESSES }, (_, at) =>
    start('reserve', { ...given, count: 500, hands: HANDS, from: at * 1_000_000 + 1 }),
  )
  await Promise.all(workers.map((one) => one.ended))
  expect(workers.flatMap((one) => one.faults)).toEqual([])
  return workers.reduce((sum, one) => sum + Number(one.lines[0]), 0)
}

test('W §2.4: of 1,000 reservations of 10 pieces over 16 connections and two processes exactly 10 succeed', {
  timeout: 2 * MINUTE,
}, async () => {
  const { id: warehouseId, sections } = await openWarehouse(db)
  const skuIds = await addSkus(db, 1)
  const [skuId = 0] = skuIds
  await bring(db, { warehouseId, sectionId: sections.store, skuId }, 10, 1)
  expect(await reserveAtOnce({ warehouseId, sectionId: sections.store, skuIds, channels: [1201] })).toBe(10)
  expect(await headOf(db, warehouseId, skuId)).toMatchObject({ reserved: 10, available: 0 })
  expect(await driftOf(db)).toEqual([])
})

test('W §2.5: the same with the pieces on three accounts: each gives what it has, and no more', {
  timeout: 2 * MINUTE,
}, async () => {
  const { id: warehouseId, sections } = await openWarehouse(db)
  const skuIds = await addSkus(db, 1)
  const [skuId = 0] = skuIds
  const channels = [1201, 1202, 1204]
  await bring(db, { warehouseId, sectionId: sections.store, skuId }, 10, 1)
  const pieces = [5, 3, 2]
  const accounts: number[] = []
  for (const ownerId of channels)
    accounts.push(await openVacct(db, { warehouseId, ownerType: 1, ownerId, overflow: 0 }))
  await asSystem(db, (tx) =>
    assignVacct(
      tx,
      { source: newSource('vacct'), action: 'assign' },
      accounts.map((vacctId, at) => ({ lineId: at + 1, vacctId, skuId, q: (pieces[at] ?? 0) * 1000 })),
    ),
  )
  const given = { warehouseId, sectionId: sections.store, skuIds, channels }
  const workers = Array.from({ length: PROCESSES }, (_, at) =>
    start('reserve', { ...given, count: 500, hands: HANDS, from: at * 1_000_000 + 100_000_001 }),
  )
  await Promise.all(workers.map((one) => one.ended))
  expect(workers.flatMap((one) => one.faults)).toEqual([])
  expect(workers.reduce((sum, one) => sum + Number(one.lines[0]), 0)).toBe(10)
  const items = await db
    .selectFrom('stockVacctItem')
    .select(['qty', 'reserved'])
    .where('skuId', '=', skuId)
    .orderBy('vacctId')
    .execute()
  expect(items).toEqual(pieces.map((qty) => ({ qty, reserved: qty })))
  expect(await driftOf(db)).toEqual([])
})

test('W §11: whatever is killed, the books agree at every look, nothing is posted twice, and what was answered is there', {
  timeout: 3 * MINUTE,
}, async () => {
  const { id: warehouseId, sections } = await openWarehouse(db)
  const skuIds = await addSkus(db, 5)
  const vacctId = await openVacct(db, { warehouseId, ownerType: 1, ownerId: 1204 })
  for (const skuId of skuIds) await bring(db, { warehouseId, sectionId: sections.store, skuId }, 300, 3)
  await asSystem(db, (tx) =>
    assignVacct(
      tx,
      { source: newSource('vacct'), action: 'assign' },
      skuIds.map((skuId, at) => ({ lineId: at + 1, vacctId, skuId, q: 80_000 })),
    ),
  )
  const told = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const given = {
      warehouseId,
      sectionId: sections.store,
      skuIds,
      channels: [1201, 1204],
      count: ORDERS,
      hands: 6,
    }
    const workers = Array.from({ length: PROCESSES }, () =>
      start('random', { ...given, from: 200_000_000 + round * ORDERS }),
    )
    const least = STEPS + (round % 7) * 25
    const done = () => workers.reduce((sum, one) => sum + one.lines.length, 0)
    await expect.poll(done, { timeout: MINUTE, interval: 10 }).toBeGreaterThan(least)
    expect(await driftOf(db)).toEqual([])
    await Promise.all(
      workers.map(async ({ child, ended }) => {
        child.kill('SIGKILL')
        await ended
      }),
    )
    for (const one of workers) {
      expect(one.faults).toEqual([])
      for (const line of one.lines) told.add(line)
    }
    await expect.poll(() => driftOf(db), { timeout: MINUTE }).toEqual([])
  }
  const { rows: twice } = await sql`select "sourceType", "sourceId", "actionKey" from "stockPosting"
    group by 1, 2, 3 having count(*) > 1`.execute(db)
  expect(twice).toEqual([])
  // Reservations have their posting, and what was answered as shipped has gone.
  const { rows: lost } =
    await sql`select r."id" from "stockReserve" r where not exists (select from "stockPosting" p
    where p."sourceType" = r."sourceType" and p."sourceId" = r."sourceId")`.execute(db)
  expect(lost).toEqual([])
  const { rows: shipped } = await sql<{ id: number }>`select "sourceId" as "id" from "stockPosting"
    where "actionKey" = 'ship'`.execute(db)
  const there = new Set(shipped.map((row) => row.id))
  const answered = [...told].filter((one) => one.startsWith('4:')).map((one) => Number(one.slice(2)))
  expect(answered.filter((id) => !there.has(id))).toEqual([])
  // Enough happened for it to mean something.
  const { rows: n } = await sql<{ n: number }>`select count(*)::int as "n" from "stockPosting"`.execute(db)
  expect(n[0]?.n).toBeGreaterThan(300)
  expect(answered.length).toBeGreaterThan(10)
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#kit/shared/errors.ts'
import { testDatabase } from '../../tests/database.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { drift, type Ledger, post } from './ledger.ts'
import { asSystem } from './transaction.ts'

const points: Ledger = { entries: 'pointEntry', current: 'point', holder: ['uid', 'kind'] }
const short = (figure: number): AppError => new AppError(422, `积分不足，当前${figure}`)
const database = await testDatabase()
const pool = openPool(database.url, 12)
const db: Db = openDatabase(pool)

beforeAll(async () => {
  await sql`create table "point" ("uid" integer, "kind" integer, "figure" bigint not null, primary key ("uid", "kind"))`.execute(
    db,
  )
  await sql`create table "pointEntry" ("id" bigint generated always as identity primary key, "uid" integer, "kind" integer,
    "change" bigint, "figure" bigint, "sourceType" text, "sourceId" integer, "sourceLine" integer, "title" text,
    unique ("uid", "kind", "sourceType", "sourceId", "sourceLine"))`.execute(db)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const give = (uid: number, change: number, sourceId: number, least: number | null = 0) =>
  asSystem(db, (tx) =>
    post(
      tx,
      points,
      {
        holder: { uid, kind: 1 },
        change,
        source: { type: 'test', id: sourceId, line: 0 },
        facts: { title: '测试' },
      },
      least,
      short,
    ),
  )

test('the same source twice posts once', async () => {
  expect(await give(1, 100, 1)).toEqual({ figure: 100, repeated: false })
  expect(await give(1, -30, 2)).toEqual({ figure: 70, repeated: false })
  expect(await give(1, 100, 1)).toEqual({ figure: 100, repeated: true })
  expect(await give(1, 0, 3)).toEqual({ figure: 70, repeated: false })
})

test('it never falls below its least figure, and a refusal leaves nothing behind', async () => {
  await give(2, 5, 1)
  await expect(give(2, -6, 2)).rejects.toThrow('积分不足，当前5')
  expect(await give(2, -6, 2, null)).toEqual({ figure: -1, repeated: false })
})

test('20 connections take 1 from 10 at once: exactly ten succeed', async () => {
  await give(3, 10, 0)
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => give(3, -1, index + 1)))
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
})

test('after any postings the figures are the sums of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.integer({ min: 10, max: 12 }),
          fc.integer({ min: -50, max: 50 }),
          fc.integer({ min: 1, max: 8 }),
        ),
        { maxLength: 12 },
      ),
      async (postings) => {
        await Promise.allSettled(postings.map(([uid, change, source]) => give(uid, change, source)))
        expect(await asSystem(db, (tx) => drift(tx, points))).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
  await sql`update "point" set "figure" = "figure" + 1 where "uid" = 1`.execute(db)
  expect(await asSystem(db, (tx) => drift(tx, points))).toMatchObject([{ uid: 1, kind: 1, difference: 1 }])
})

// Rows of statements that repeat: the same as the query builder's, prepared or not, and after whatever failed. Architecture §4.
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { openDatabase, openPool } from './database.ts'
import { preparedName } from './prepared.ts'
import { textRows } from './textRows.ts'
import { asSystem } from './transaction.ts'

const database = await testDatabase()
const pool = openPool(database.url, 1)
const db = openDatabase(pool)

beforeAll(async () => {
  await sql`create table "many" ("id" int, "big" bigint, "text" text, "name" varchar(9), "share" numeric(9, 3), "on" bool,
    "day" date, "time" timestamptz, "ids" int[], "bigs" bigint[], "words" text[], "more" jsonb, "__proto__" text)`.execute(
    db,
  )
  await sql`insert into "many" values
    (1, 9007199254740991, '中文''"', 'n', 1.5, true, '2026-02-28', '2026-02-28T16:00:00.123Z', '{7}', '{9007199254740991,-4}',
      '{"a,b",NULL}', '{"a": [1]}', 'p'),
    (2, -5, '', '', -0.001, false, '0044-01-01', '0044-01-01T00:00:00Z', '{}', '{NULL,3,20}', '{}', '[]', ''),
    (3, null, null, null, null, null, null, null, null, null, null, null, null)`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const COLUMNS =
  '"id", "big", "text", "name", "share", "on", "day", "time", "ids", "bigs", "words", "more", "__proto__"'
const PAGE = `select ${COLUMNS} from "many" where "id" <= $1 and "id" = any($2::int[]) order by "id"`
const VALUES = [3, [1, 2, 3]]
const AFTER_IT_IS_PREPARED = 40

/** Runs a statement until it is prepared and beyond; what each run gave. */
async function often<T>(run: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let time = 0; time < AFTER_IT_IS_PREPARED; time++) answers.push(await run())
  return answers
}

test('every type is read as the query builder reads it, the first time and when it is prepared', async () => {
  const { rows } = await db.executeQuery<object>(CompiledQuery.raw(PAGE, [...VALUES]))
  const answers = await often(() => textRows<object>(db, PAGE, VALUES))
  expect(preparedName(PAGE)).toBeDefined()
  for (const answer of answers)
    expect(answer.map((row) => ({ ...row }))).toEqual(rows.map((row) => ({ ...row })))
  expect(answers.at(-1)?.[0]).toMatchObject({ text: `中文'"`, big: 9007199254740991, ids: [7] })
  expect(Object.keys(answers.at(-1)?.[0] ?? {})).toEqual(Object.keys(rows[0] ?? {}))
})

test('rows have room for what is filled in, each blank its own, and the same inside a transaction', async () => {
  const text = 'select "id", "text" from "many" where "id" = $1'
  const names = { id: undefined, levelName: undefined }
  const others = { labels: undefined }
  for (const [one, other] of await often(() =>
    Promise.all([textRows<object>(db, text, [1], names), textRows<object>(db, text, [1], others)]),
  )) {
    expect(Object.entries(one[0] ?? {})).toEqual(
      expect.arrayContaining([
        ['id', 1],
        ['levelName', undefined],
      ]),
    )
    expect(other[0]).toHaveProperty('labels', undefined)
    expect(other[0]).not.toHaveProperty('levelName')
  }
  const inside = await asSystem(db, (tx) => textRows<object>(tx, text, [1], names))
  expect(inside).toEqual([{ id: 1, text: `中文'"`, levelName: undefined }])
})

test.each([
  ['a division by zero', 'select 1 / ($1::int - 1) as "n"', [1], [2]],
  ['a value that cannot be sent', 'select $1::text as "n"', [circle()], ['a']],
  ['a number that cannot be kept', 'select $1::bigint as "n"', ['9007199254740993'], [4]],
])('the connection serves on after %s', async (_what, text, bad, good) => {
  await often(() => textRows(db, text, good))
  for (let time = 0; time < 3; time++) {
    await expect(textRows(db, text, bad)).rejects.toThrow()
    expect(await textRows(db, text, good)).toHaveLength(1)
  }
})

/** What no text can be made of. */
function circle(): object {
  const inner: Record<string, unknown> = {}
  inner.self = inner
  return inner
}

test('an error leads to who asked', async () => {
  const failing = 'select 1 / ($1::int - 3) as "n"'
  async function whoAsked(): Promise<unknown> {
    return await textRows(db, failing, [3])
  }
  await often(() => textRows(db, failing, [2]))
  const error = await whoAsked().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('whoAsked') })
})

test('a hundred at once take turns on one connection', async () => {
  const text = 'select $1::int as "n"'
  await often(() => textRows(db, text, [0]))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => textRows<{ n: number }>(db, text, [n])),
  )
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('a connection that the database ends fails what waits on it, and the next one is prepared anew', async () => {
  const text = 'select "id", pg_sleep($1::float) is null as "slept" from "many" where "id" = 1'
  await often(() => textRows(db, text, [0]))
  const waiting = textRows(db, text, [20])
  const failed = expect(waiting).rejects.toThrow()
  const other = openPool(database.url, 1)
  await expect
    .poll(async () => {
      const { rowCount } = await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and state = 'active'
          and pid <> pg_backend_pid() and datname = current_database()`,
      )
      return rowCount
    })
    .toBe(1)
  await failed
  await other.end()
  // The driver may learn a moment later that the connection has ended.
  await expect
    .poll(() => textRows(db, text, [0]).catch(() => null), { timeout: 10_000 })
    .toEqual([{ id: 1, slept: false }])
})

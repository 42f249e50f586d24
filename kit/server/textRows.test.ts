// Rows of statements that repeat: the same as the query builder's, prepared or not, and after whatever failed. Architecture §4.
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { openDatabase, openPool } from './database.ts'
import { builtRows, preparedRows, textRows } from './textRows.ts'
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

// How many statements a process prepares is limited, and test files share one: here they have names of their own.
const names = new Map<string, string>()

async function prepared<R>(
  text: string,
  values: readonly unknown[],
  blank?: Record<string, unknown>,
): Promise<R[]> {
  const name = names.get(text) ?? `test${names.size}`
  names.set(text, name)
  const client = await pool.connect()
  try {
    return await preparedRows<R>(client, name, text, values, blank)
  } finally {
    client.release()
  }
}

/** As it is, and prepared: the first time, and when the connection knows it. */
const WAYS = [
  <R>(text: string, values: readonly unknown[], blank?: Record<string, unknown>) =>
    textRows<R>(db, text, values, blank),
  prepared,
  prepared,
  prepared,
]

test('every type is read as the query builder reads it', async () => {
  const { rows } = await db.executeQuery<object>(CompiledQuery.raw(PAGE, [...VALUES]))
  const expected = rows.map((row) => Object.entries(row))
  expect(rows[0]).toMatchObject({ text: `中文'"`, big: 9007199254740991, ids: [7] })
  for (const way of WAYS) {
    const answer = await way<object>(PAGE, VALUES)
    expect(answer.map((row) => Object.entries(row))).toEqual(expected)
  }
})

test('rows have room for what is filled in, each blank its own, and the same inside a transaction', async () => {
  const text = 'select "id", "text" from "many" where "id" = $1'
  const room = { id: undefined, levelName: undefined }
  const other = { labels: undefined }
  for (const way of [...WAYS, ...WAYS]) {
    const [[row], [second]] = await Promise.all([way<object>(text, [1], room), way<object>(text, [1], other)])
    expect(new Map(Object.entries(row ?? {}))).toEqual(
      new Map(Object.entries({ id: 1, text: `中文'"`, levelName: undefined })),
    )
    expect(Object.keys(second ?? {}).sort()).toEqual(['id', 'labels', 'text'])
  }
  const [inside] = await asSystem(db, (tx) => textRows<object>(tx, text, [1], room))
  expect(Object.keys(inside ?? {}).sort()).toEqual(['id', 'levelName', 'text'])
})

test.each([
  ['a division by zero', 'select 1 / ($1::int - 1) as "n"', [1], [2]],
  ['a value that cannot be sent', 'select $1::text as "n"', [circle()], ['a']],
  ['a number that cannot be kept', 'select $1::bigint as "n"', ['9007199254740993'], [4]],
])('the connection serves on after %s', async (_what, text, bad, good) => {
  for (const way of WAYS) {
    await expect(way(text, bad)).rejects.toThrow()
    expect(await way(text, good)).toHaveLength(1)
  }
})

/** What no text can be made of. */
function circle(): object {
  const inner: Record<string, unknown> = {}
  inner.self = inner
  return inner
}

test('an error leads to who asked', async () => {
  async function whoAsked(): Promise<unknown> {
    return await textRows(db, 'select 1 / ($1::int - 3) as "n"', [3])
  }
  const error = await whoAsked().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('whoAsked') })
})

test('a hundred at once take turns on one connection', async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  for (const way of WAYS) {
    const answers = await Promise.all(numbers.map((n) => way<{ n: number }>('select $1::int as "n"', [n])))
    expect(answers.map(([row]) => row?.n)).toEqual(numbers)
  }
})

test('a connection that the database ends fails what waits on it, and the next one is prepared anew', async () => {
  const text = 'select "id", pg_sleep($1::float) is null as "slept" from "many" where "id" = 1'
  await prepared(text, [0])
  const failed = expect(prepared(text, [20])).rejects.toThrow()
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
    .poll(() => prepared(text, [0]).catch(() => null), { timeout: 10_000 })
    .toEqual([{ id: 1, slept: false }])
})

test('a statement of pieces, or one of the builder, answers what the query builder reads', async () => {
  const pieces = sql<{
    id: number
  }>`select "id", "ids" from "many" where "id" = any(${sql.val([1, 2])}::int[]) order by "id"`
  const { rows } = await pieces.execute(db)
  expect(rows).toHaveLength(2)
  // The second half of them is prepared.
  for (let n = 0; n < 40; n++) expect(await builtRows(db, pieces)).toEqual(rows)
  expect(await asSystem(db, (tx) => builtRows(tx, pieces))).toEqual(rows)
})

// Nothing inside a transaction asks the pool. Architecture §4.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { testDatabase } from '../../tests/database.ts'
import { type Db, openDatabase, openPool, secondConnections } from './database.ts'
import { writeErrorLog } from './log.ts'
import { nextValue } from './number.ts'
import { asSystem, attempt, keepApart, readTogether } from './transaction.ts'

const database = await testDatabase()
const pool = openPool(database.url, 1)
const db = openDatabase(pool)

beforeAll(() => sql`create table "kept" ("text" text not null)`.execute(db))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const write = (to: Db, text: string) => sql`insert into "kept" values (${text})`.execute(to)

async function written(text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from "kept" where "text" = ${text}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

test('a transaction that asks the pool is refused at once, and counted', async () => {
  const before = secondConnections()
  const inside = asSystem(db, async (tx) => {
    await write(tx, 'half')
    await write(db, 'other half')
  })
  await expect(inside).rejects.toThrow('The pool was asked for a connection from inside a transaction')
  await expect(asSystem(db, () => asSystem(db, (tx) => write(tx, 'nested')))).rejects.toThrow('inside')
  await expect(readTogether(db, () => nextValue(db, 'x').then(() => write(db, 'read')))).rejects.toThrow(
    'inside',
  )
  expect(secondConnections() - before).toBe(3)
  expect(await written('half')).toBe(0)
})

test('what was started inside may ask when the transaction has ended', async () => {
  let later: Promise<unknown> = Promise.resolve()
  const ended = Promise.withResolvers<void>()
  await asSystem(db, async (tx) => {
    await write(tx, 'first')
    later = ended.promise.then(() => write(db, 'later'))
  })
  ended.resolve()
  await later
  expect(await written('later')).toBe(1)
})

test('numbers are counted beside transactions: 100 at once on one connection, each its own', async () => {
  const values = await Promise.all(
    Array.from({ length: 100 }, () =>
      asSystem(db, async (tx) => {
        const value = await nextValue(tx, 'parallel')
        await write(tx, `number ${value}`)
        return value
      }),
    ),
  )
  expect(new Set(values)).toEqual(new Set(Array.from({ length: 100 }, (_, index) => index + 1)))
})

test('a number is not waited for by others while its transaction goes on, and not given again when it is undone', async () => {
  const values: number[] = []
  const undone = asSystem(db, async (tx) => {
    values.push(await nextValue(tx, 'undone'))
    // Somebody without a transaction, while this one is open.
    values.push(await nextValue(db, 'undone'))
    throw conflict('no')
  })
  await expect(undone).rejects.toThrow('no')
  values.push(await nextValue(db, 'undone'))
  expect(values).toEqual([1, 2, 3])
})

test('a refusal leaves what is kept apart and nothing else', async () => {
  const refused = asSystem(db, async (tx) => {
    await write(tx, 'undone')
    keepApart(tx, async (own) => void (await write(own, 'kept')))
    throw new AppError(422, 'no')
  })
  await expect(refused).rejects.toThrow('no')
  expect([await written('undone'), await written('kept')]).toEqual([0, 1])
})

test('a part that is refused leaves it too, and what goes wrong with it changes nothing', async () => {
  const value = await asSystem(db, async (tx) => {
    await attempt(tx, async () => {
      await write(tx, 'part')
      keepApart(tx, async (own) => void (await write(own, 'of the part')))
      keepApart(tx, async (own) => void (await sql`select 1 / 0`.execute(own)))
      throw conflict('no')
    })
    await write(tx, 'whole')
    return 7
  })
  expect(value).toBe(7)
  expect([await written('part'), await written('of the part'), await written('whole')]).toEqual([0, 1, 1])
})

test('what is repeated because of a lock is kept apart once', async () => {
  let runs = 0
  const error = { requestId: '', source: 'server', path: 'repeated', adminId: null, stack: '' } as const
  await asSystem(db, async (tx) => {
    runs += 1
    keepApart(tx, (own) => writeErrorLog(own, { ...error, message: 'once' }))
    if (runs === 1) await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx)
  })
  expect(runs).toBe(2)
  const { rows } = await sql<{
    count: number
  }>`select "count" from "errorLog" where "path" = 'repeated'`.execute(db)
  expect(rows).toEqual([{ count: 1 }])
})

test('what the database answers is read as it was written: instants of every form, lists of numbers', async () => {
  const written = [
    '2027-03-05 08:30:00+00',
    '2027-03-05 08:30:00.1+00',
    '2027-03-05 08:30:00.057999+00',
    '0099-12-31 23:59:59.999+00',
    '12027-03-05 08:30:00+00',
  ]
  const texts = sql`${sql.val(written)}::text[]`
  const { rows } = await sql<{ at: Date }>`select t::timestamptz as "at" from unnest(${texts}) as t`.execute(
    db,
  )
  const iso = rows.map(({ at }) => at.toISOString())
  expect(iso).toEqual([
    '2027-03-05T08:30:00.000Z',
    '2027-03-05T08:30:00.100Z',
    '2027-03-05T08:30:00.057Z',
    '0099-12-31T23:59:59.999Z',
    '+012027-03-05T08:30:00.000Z',
  ])
  const other = await sql<{ far: number; none: null }>`select 'infinity'::timestamptz as "far",
    null::timestamptz as "none"`.execute(db)
  expect(other.rows).toEqual([{ far: Number.POSITIVE_INFINITY, none: null }])
  const elsewhere = await readTogether(db, async (tx) => {
    await sql`set local timezone = 'Asia/Shanghai'`.execute(tx)
    return sql<{ at: Date }>`select '2027-03-05 08:30:00.5+00'::timestamptz as "at"`.execute(tx)
  })
  expect(elsewhere.rows[0]?.at.toISOString()).toBe('2027-03-05T08:30:00.500Z')
  const lists = await sql`select '{}'::int[] as "none", '{1,NULL,-30}'::int[] as "some",
    '{9007199254740991}'::int8[] as "long"`.execute(db)
  expect(lists.rows).toEqual([{ none: [], some: [1, null, -30], long: [9007199254740991] }])
})

test('a statement that is kept is answered in every way it can be asked, and refused with the place that asked', async () => {
  const text = 'select $1::int as "n"'
  for (let time = 0; time < 40; time++) expect((await pool.query(text, [time])).rows).toEqual([{ n: time }])
  const client = await pool.connect()
  const called = await new Promise((resolve, reject) => {
    client.query(text, [7], (error, { rows }) => (error ? reject(error) : resolve(rows)))
  })
  client.release()
  expect(called).toEqual([{ n: 7 }])
  await expect(sql`select ${'x'}::int as "n"`.execute(db)).rejects.toMatchObject({
    code: '22P02',
    stack: expect.stringContaining('pool.test.ts'),
  })
})

// What goes to the database, and in how many pieces. Decision 0215.
import { Socket } from 'node:net'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trust } from '#kit/shared/loose.ts'
import { testDatabase } from '../../tests/database.ts'
import { sendWrite } from './connection.ts'
import { openDatabase, openPool, type Tx } from './database.ts'
import { preparedName } from './prepared.ts'
import { textRows } from './textRows.ts'
import { asSystem, commitLater, notice, readTogether, tryPart } from './transaction.ts'

const database = await testDatabase()
/** what was sent, piece by piece */
const sent: string[] = []
const pool = openPool(database.url, 1, { stream: listened })
const db = openDatabase(pool)

/** A socket whose pieces are written down. */
function listened(): Socket {
  const socket = new Socket()
  const write = socket._write.bind(socket)
  socket._write = (piece, encoding, done) => {
    sent.push(String(piece))
    write(piece, encoding, done)
  }
  const writeAll = socket._writev?.bind(socket)
  socket._writev = (pieces, done) => {
    sent.push(pieces.map(({ chunk }) => String(chunk)).join(''))
    writeAll?.(pieces, done)
  }
  return socket
}

beforeAll(async () => {
  await sql`create table "row" ("id" int primary key)`.execute(db)
})
beforeEach(() => {
  sent.length = 0
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const insert = (id: number) => sql`insert into "row" values (${id})`

async function isThere(id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from "row" where "id" = ${id}`.execute(db)
  return rows.length > 0
}

test('the begin of a transaction goes with its first statement', async () => {
  await asSystem(db, (tx) => insert(1).execute(tx))
  expect(sent).toEqual([
    expect.stringMatching(/begin.*insert into "row"/s),
    expect.stringContaining('commit'),
  ])
  expect(await isThere(1)).toBe(true)
})

test('what nobody waits for goes with the commit', async () => {
  await asSystem(db, async (tx) => {
    await insert(2).execute(tx)
    await sendWrite(tx, insert(3).compile(tx))
    notice(tx, { topic: 'said' })
  })
  expect(sent).toEqual([
    expect.stringMatching(/begin.*insert/s),
    expect.stringMatching(/insert.*pg_notify.*said.*commit/s),
  ])
  expect([await isThere(2), await isThere(3)]).toEqual([true, true])
})

test('of a transaction that is durable later the commit alone is another, and that is said without a message of its own', async () => {
  const durable = (on: Tx | typeof db) =>
    sql<{ value: string }>`select current_setting('synchronous_commit') as "value"`.execute(on)
  await asSystem(db, async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx)
    sent.length = 0
    await commitLater(tx)
    expect((await durable(tx)).rows).toEqual([{ value: 'off' }])
    expect(sent).toEqual([expect.stringMatching(/set local synchronous_commit = off.*current_setting/s)])
  })
  await sql`set synchronous_commit = on`.execute(db)
  await asSystem(db, commitLater)
  expect((await durable(db)).rows).toEqual([{ value: 'on' }])
})

test('an error that nobody waited for refuses the next statement, or the commit, and all of the transaction', async () => {
  const refused = (then: (tx: Tx) => Promise<unknown>) =>
    expect(
      asSystem(db, async (tx) => {
        await insert(4).execute(tx)
        await sendWrite(tx, insert(2).compile(tx))
        await then(tx)
      }),
    ).rejects.toThrow('row_pkey')
  await refused(async () => undefined)
  await refused((tx) => insert(5).execute(tx))
  await refused(async (tx) => notice(tx, { topic: 'never said' }))
  expect([await isThere(4), await isThere(5)]).toEqual([false, false])
  // Nothing of it is left for the next one.
  await asSystem(db, (tx) => insert(5).execute(tx))
  expect(await isThere(5)).toBe(true)
})

test('an error that nobody waited for is one of the part it belongs to', async () => {
  await asSystem(db, async (tx) => {
    await insert(6).execute(tx)
    const { error } = await tryPart(tx, () => sendWrite(tx, insert(2).compile(tx)))
    expect(String(error)).toContain('row_pkey')
    await insert(7).execute(tx)
  })
  expect([await isThere(6), await isThere(7)]).toEqual([true, true])
  await expect(sendWrite(trust(db), insert(8).compile(db))).rejects.toThrow('Only a transaction')
})

test('a first statement that fails takes its transaction with it, and the connection goes on', async () => {
  const refused = asSystem(db, async (tx) => {
    await insert(2)
      .execute(tx)
      .catch(() => undefined)
    await insert(9).execute(tx)
  })
  await expect(refused).rejects.toThrow('current transaction is aborted')
  expect(await isThere(9)).toBe(false)
  await asSystem(db, (tx) => insert(9).execute(tx))
  expect(await isThere(9)).toBe(true)
})

test('a part that was refused takes the error that nobody waited for with it: the commit is none that failed', async () => {
  let times = 0
  await asSystem(db, async (tx) => {
    times += 1
    await insert(21).execute(tx)
    const { error } = await tryPart(tx, async () => {
      await sendWrite(tx, insert(2).compile(tx))
      throw new Error('refused')
    })
    expect(String(error)).toContain('refused')
    await sendWrite(tx, insert(22).compile(tx))
  })
  expect([times, await isThere(21), await isThere(22)]).toEqual([1, true, true])
  // What fails after it fails for its own cause.
  const later = asSystem(db, async (tx) => {
    await insert(23).execute(tx)
    await tryPart(tx, async () => {
      await sendWrite(tx, insert(2).compile(tx))
      throw new Error('refused')
    })
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(later).rejects.toThrow('division by zero')
  expect(await isThere(23)).toBe(false)
})

test('statements side by side in a transaction get their own answers, and one that fails undoes them all', async () => {
  const number = (n: number) => sql<{ n: number }>`select ${n}::int as "n"`
  const answers = await asSystem(db, (tx) => Promise.all([1, 2, 3, 4].map((n) => number(n).execute(tx))))
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4])
  const refused = asSystem(db, (tx) =>
    Promise.all([insert(10), insert(10), insert(11)].map((one) => one.execute(tx))),
  )
  await expect(refused).rejects.toThrow('row_pkey')
  expect([await isThere(10), await isThere(11)]).toEqual([false, false])
})

test('what is read together is refused every write', async () => {
  await expect(readTogether(db, (tx) => insert(20).execute(tx))).rejects.toThrow('read-only transaction')
  await asSystem(db, (tx) => insert(20).execute(tx))
  expect(await isThere(20)).toBe(true)
})

test('a connection that has died before its transaction began is replaced', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as "pid"`.execute(db)
  const killer = openPool(database.url, 1)
  let asked = 0
  const dying = asSystem(db, async (tx) => {
    asked += 1
    await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await insert(30).execute(tx)
  })
  await expect(dying).rejects.toThrow()
  await killer.end()
  expect(asked).toBe(1)
  expect(await isThere(30)).toBe(false)
  await asSystem(db, (tx) => insert(30).execute(tx))
  expect(await isThere(30)).toBe(true)
})

test('of statements that repeat a connection keeps so many, and answers those that gave way', async () => {
  const ask = async (n: number): Promise<unknown[]> => {
    const texts = [`select ${n} + $1::int as "n"`, `select ${n} - $1::int as "m"`] as const
    for (const text of texts) for (let time = 0; time < 40; time++) preparedName(text)
    const { rows } = await db.executeQuery(CompiledQuery.raw(texts[0], [1]))
    return [...rows, ...(await textRows(db, texts[1], [1]))]
  }
  for (let n = 0; n < 300; n++) await ask(n)
  expect(await ask(0)).toEqual([{ n: 1 }, { m: -1 }])
  expect(await ask(299)).toEqual([{ n: 300 }, { m: 298 }])
  const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from pg_prepared_statements`.execute(
    db,
  )
  expect(rows[0]?.n).toBeGreaterThan(90)
  expect(rows[0]?.n).toBeLessThanOrEqual(112)
})

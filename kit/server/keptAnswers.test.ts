// What statements answered is kept until a row of their tables changes.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { statementsOf } from '../../tests/statementsOf.ts'
import { onTouch } from './changes.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { keptAnswers } from './keptAnswers.ts'
import { keptIds } from './keptIds.ts'
import { asSystem, touch } from './transaction.ts'

const database = await testDatabase()
const pool = openPool(database.url, 2)
const db = openDatabase(pool)

beforeAll(async () => {
  await sql`create table "fruit" ("id" int primary key, "name" text)`.execute(db)
  await sql`insert into "fruit" values (1, '梨'), (2, '桃'), (3, '梨')`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function found(on: Db, name: string): Promise<number[]> {
  const ids = await keptIds(on, sql`select "id" from "fruit" where "name" = ${name} order by "id"`, ['fruit'])
  const { rows } = await sql<{ ids: number[] }>`select ${ids} as "ids"`.execute(on)
  return rows[0]?.ids ?? []
}
const add = (on: Db, id: number) => sql`insert into "fruit" values (${id}, '梨')`.execute(on)

test('ids that a word finds are asked once, until a row of their table changes', async () => {
  expect(await found(db, '梨')).toEqual([1, 3])
  expect(await statementsOf(() => found(db, '梨'))).toBe(1)
  expect(await found(db, '无')).toEqual([])
  await add(db, 4)
  expect(await found(db, '梨')).toEqual([1, 3])
  onTouch(db, 'fruit')
  expect(await found(db, '梨')).toEqual([1, 3, 4])
})

test('what a transaction has changed it sees itself, and nobody else', async () => {
  const before = await found(db, '梨')
  await asSystem(db, async (tx) => {
    await add(tx, 5)
    touch(tx, 'fruit')
    expect(await found(tx, '梨')).toEqual([...before, 5])
    throw new Error('undone')
  }).catch((error: Error) => expect(error.message).toBe('undone'))
  expect(await found(db, '梨')).toEqual(before)
})

test('so many are kept, and only what is worth it; without tables nothing is', async () => {
  const kept = keptAnswers<number>(2)
  let asked = 0
  const ask = (n: number, tables: readonly string[] | null = ['fruit']) =>
    kept(db, {
      statement: sql`select ${n}`.compile(db),
      tables,
      ask: async () => ++asked && n,
      isWorth: (answer) => answer > 0,
    })
  const times = async (work: () => Promise<unknown>): Promise<number> => {
    const before = asked
    await work()
    return asked - before
  }
  expect([await times(() => ask(1)), await times(() => ask(1))]).toEqual([1, 0])
  expect([await times(() => ask(0)), await times(() => ask(0))]).toEqual([1, 1])
  expect([await times(() => ask(1, null)), await times(() => ask(1, null))]).toEqual([1, 1])
  await ask(2)
  await ask(3)
  // The oldest of three gave way.
  expect([await times(() => ask(3)), await times(() => ask(2)), await times(() => ask(1))]).toEqual([0, 0, 1])
})

test('what is asked already is waited for, unless a row has changed since or it fails', async () => {
  const kept = keptAnswers<number>(10)
  const waiting: { resolve(n: number): void; reject(error: Error): void }[] = []
  const ask = (on: Db = db) =>
    kept(on, {
      statement: sql`select 'at once'`.compile(db),
      tables: ['fruit'],
      ask: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    })
  const [first, second] = [ask(), ask()]
  expect(waiting).toHaveLength(1)
  onTouch(db, 'fruit')
  const later = ask()
  expect(waiting).toHaveLength(2)
  waiting[0]?.resolve(1)
  waiting[1]?.resolve(2)
  expect(await Promise.all([first, second, later])).toEqual([1, 1, 2])
  onTouch(db, 'fruit')
  const [failing, own] = [ask(), ask()]
  waiting[2]?.reject(new Error('cancelled'))
  await expect(failing).rejects.toThrow('cancelled')
  await expect.poll(() => waiting.length).toBe(4)
  waiting[3]?.resolve(3)
  expect(await own).toBe(3)
  onTouch(db, 'fruit')
  const outside = ask()
  await asSystem(db, async (tx) => {
    const inside = ask(tx)
    expect(waiting).toHaveLength(6)
    waiting[5]?.resolve(5)
    expect(await inside).toBe(5)
  })
  waiting[4]?.resolve(4)
  expect(await outside).toBe(4)
})

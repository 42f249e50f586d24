import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { flag, int, json, money, quantity, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { testDatabase } from '../../tests/database.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { dbDiff } from './dbDiff.ts'

const crate = entity(
  'crate',
  '箱',
  {
    crateName: text('箱名', { max: 20, required: true, unique: true, search: true }),
    code: text('编码', { max: 20, unique: true }),
    weight: quantity('重量', { initial: 1 }),
    price: money('价格', { required: true }),
    note: text('备注', { max: 20, initial: 'it is full' }),
    size: int('尺寸'),
    status: flag('状态', { initial: 1 }),
    more: json('其他', z.array(z.number()), { initial: [] }),
  },
  { title: 'crateName', grams: true },
)

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  const pool = openPool(database.url, 2)
  db = openDatabase(pool)
  close = async () => {
    await pool.end()
    await database.drop()
  }
})
afterAll(() => close())

const run = (text: string) => sql.raw(text).execute(db)

test('what it prints makes the table, and then nothing is missing', async () => {
  const statements = await dbDiff(db, [crate])
  expect(statements[0]).toMatch(/^create table "crate"/)
  expect(statements).toHaveLength(4)
  for (const statement of statements) await run(statement)
  expect(await dbDiff(db, [crate])).toEqual([])
})

test.each([
  ['drop column "size"', 'alter table "crate" add column "size" integer;'],
  ['alter column "size" type bigint', 'alter table "crate" alter column "size" type integer;'],
  ['alter column "price" drop not null', 'alter table "crate" alter column "price" set not null;'],
  ['alter column "status" set default 0', 'alter table "crate" alter column "status" set default 1;'],
  ['alter column "createBy" set default 0', 'alter table "crate" alter column "createBy" drop default;'],
])('%s', async (broken, mended) => {
  await run(`alter table "crate" ${broken}`)
  expect(await dbDiff(db, [crate])).toEqual([mended])
  await run(mended)
  expect(await dbDiff(db, [crate])).toEqual([])
})

test('a unique field without its index', async () => {
  await run('drop index "uq_crate_code"')
  expect(await dbDiff(db, [crate])).toEqual([
    `create unique index "uq_crate_code" on "crate" (lower("code")) where "isDel" = 0 and "code" <> '';`,
  ])
})

// P16-15 on an entity of its own: of 100 rows 40 are in store 7, 35 in store 8, 25 without a store; the companies of
// agent X have 20 of them, 12 in store 7 and 8 without a store. Platform §6.2.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { int, text } from '#kit/fields/shared.ts'
import { get, listAnswer, listInput, type Paging } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { openDatabase, openPool } from './database.ts'
import { exportEntity } from './exportEntity.ts'
import { listPage } from './list.ts'
import { lockRow, lockRows, readRow } from './rows.ts'
import { declareScope } from './scope.ts'
import { inTransaction } from './transaction.ts'
import { nobody, type Scope, type Who } from './who.ts'

const parcel = entity(
  'scopedParcel',
  '包裹',
  { name: text('名称', { max: 20, search: true }), storeId: int('门店'), companyId: int('单位') },
  { title: 'name', scope: { store: 'storeId', company: 'companyId', owner: 'createBy' } },
)
const list = get('/test/parcel/list', {
  title: '包裹',
  input: listInput(parcel),
  answer: listAnswer(parcel.all),
})
const exporting = exportEntity(parcel, list)
const database = await testDatabase()
const pool = openPool(database.url, 4)
const db = openDatabase(pool)

/** A person whose companies are 50 and 51. */
const person = (...scopes: Scope[]): Who => ({ ...nobody, adminId: 9, realName: 'X', scopes, storeIds: [7] })
const paging = (input: Record<string, string> = {}): Paging => trust(list.schema.parse(input))

beforeAll(async () => {
  registerNow(
    db,
    declareScope('store', async (_db, who, scope) => scope.storeIds ?? [...who.storeIds]),
  )
  registerNow(
    db,
    declareScope('company', async () => [50, 51]),
  )
  registerNow(
    db,
    declareScope('owner', async (_db, _who, scope) => (scope.kind === 3 ? [9, 10] : [9, 10, 11])),
  )
  await sql`create table "scopedParcel" (
    "id" integer generated always as identity primary key, "name" text not null default '', "storeId" integer,
    "companyId" integer, "createTime" timestamptz not null default now(), "createBy" integer,
    "updateTime" timestamptz not null default now(), "updateBy" integer, "isDel" smallint not null default 0,
    "version" integer not null default 1)`.execute(db)
  await sql`insert into "scopedParcel" ("name", "storeId", "companyId", "createBy")
    select '件' || n,
      case when n <= 40 then 7 when n <= 75 then 8 end,
      case when n <= 12 or n > 92 then 50 + n % 2 else 60 end,
      case when n <= 5 then 9 when n <= 9 then 10 when n <= 11 then 11 else 1 end
    from generate_series(1, 100) n`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** What list, count, export and info say for a person; all four must agree. */
async function seen(who: Who): Promise<number> {
  const page = await listPage(db, who, parcel, paging({ limit: '1000' }))
  expect(page.total).toBe(page.list.length)
  expect(await exporting.count(db, who, paging())).toBe(page.total)
  let exported = 0
  for await (const rows of exporting.rows(db, who, paging())) exported += rows.length
  expect(exported).toBe(page.total)
  const visible = new Set(page.list.map((row) => row.id))
  for (const id of [1, 12, 13, 40, 41, 75, 76, 92, 93, 100]) {
    const info = readRow(db, who, parcel, id)
    if (visible.has(id)) expect((await info).id).toBe(id)
    else await expect(info).rejects.toThrow('数据不存在')
    const change = inTransaction(db, who, (tx) => lockRow(tx, parcel, id))
    if (visible.has(id)) expect((await change).id).toBe(id)
    else await expect(change).rejects.toThrow('数据不存在')
    const several = inTransaction(db, who, (tx) => lockRows(tx, parcel, [id]))
    if (visible.has(id)) expect((await several).size).toBe(1)
    else await expect(several).rejects.toThrow('数据不存在')
  }
  return page.total
}

test('P16-15: roles of store 7 and of own companies together see 40 + 20 − 12 = 48 rows, everywhere', async () => {
  expect(await seen(person({ kind: 4 }, { kind: 5 }))).toBe(48)
})

test('each kind of scope alone', async () => {
  expect(await seen(person({ kind: 1 }))).toBe(100)
  expect(await seen(person({ kind: 4 }))).toBe(40)
  expect(await seen(person({ kind: 5 }))).toBe(20)
  expect(await seen(person({ kind: 6 }))).toBe(5)
  expect(await seen(person({ kind: 3 }))).toBe(9)
  expect(await seen(person({ kind: 2 }))).toBe(11)
  expect(await seen(person({ kind: 7, storeIds: [8] }))).toBe(35)
  expect(await seen(person({ kind: 7, storeIds: [7], companyIds: [50, 51] }))).toBe(12)
})

test('no role, no rows; one role that sees all outweighs the rest', async () => {
  expect(await seen(person())).toBe(0)
  expect(await seen(person({ kind: 6 }, { kind: 1 }))).toBe(100)
})

// Fields that lists join to nearly all their rows come from memory until their table changes, within the reader's rights.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { fieldOf, through } from '#kit/shared/join.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { statementsOf } from '../../tests/statementsOf.ts'
import { onTouch } from './changes.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { declareEntity } from './dbErrors.ts'
import { joinRows } from './joins.ts'
import { declareKeptColumns } from './keptRows.ts'
import { declareScope } from './scope.ts'
import { asSystem, touch } from './transaction.ts'
import { nobody, type Who } from './who.ts'

const street = entity(
  'keptStreet',
  '街道',
  { name: text('名称', { max: 20 }), storeId: int('门店') },
  { title: 'name', scope: { store: 'storeId' } },
)
const house = entity(
  'keptHouse',
  '房屋',
  { streetId: ref('街道', 'keptStreet'), name: text('名称', { max: 20 }), height: int('高度') },
  { title: 'name' },
)
const shape = {
  houseId: ref('房屋', 'keptHouse'),
  houseName: fieldOf('houseId', house, 'name', '房屋名'),
  streetName: through('houseId', house, fieldOf('streetId', street, 'name')),
}

const database = await testDatabase()
const pool = openPool(database.url, 2)
const db = openDatabase(pool)
const all: Who = { ...nobody, adminId: 9, all: true }
const ofStore: Who = { ...nobody, adminId: 9, scopes: [{ kind: 4 }], storeIds: [7] }

beforeAll(async () => {
  registerNow(
    db,
    ...[street, house].map(declareEntity),
    declareKeptColumns(house, ['streetId', 'name']),
    declareKeptColumns(street, ['name']),
    declareScope('store', async (_db, who) => [...who.storeIds]),
  )
  await sql`create table "keptStreet" ("id" int primary key, "name" text, "storeId" int)`.execute(db)
  await sql`create table "keptHouse" ("id" int primary key, "streetId" int, "name" text, "height" int)`.execute(
    db,
  )
  await sql`insert into "keptStreet" values (1, '东街', 7), (2, '西街', 8)`.execute(db)
  await sql`insert into "keptHouse" values (1, 1, '甲', 3), (2, 2, '乙', 5)`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const joined = async (who: Who, on: Db, ...ids: number[]) =>
  (
    await joinRows(
      on,
      who,
      shape,
      ids.map((houseId) => ({ houseId })),
    )
  ).map((row) => [row.houseName, row.streetName])
const rename = (on: Db, name: string) =>
  sql`update "keptHouse" set "name" = ${name} where "id" = 1`.execute(on)

test('rows are asked once, whatever page refers to them, until their table changes', async () => {
  expect(await joined(all, db, 1, 2)).toEqual([
    ['甲', '东街'],
    ['乙', '西街'],
  ])
  expect(await statementsOf(() => joined(all, db, 2))).toBe(0)
  await rename(db, '丙')
  expect(await joined(all, db, 1)).toEqual([['甲', '东街']])
  onTouch(db, 'keptHouse')
  expect(await joined(all, db, 1)).toEqual([['丙', '东街']])
  // The streets did not change.
  expect(await statementsOf(() => joined(all, db, 2))).toBe(1)
})

test('a row that is not there is asked for again when its table has changed', async () => {
  expect(await joined(all, db, 77)).toEqual([['', '']])
  expect(await statementsOf(() => joined(all, db, 77))).toBe(0)
  await sql`insert into "keptHouse" values (77, 2, '丁', 1)`.execute(db)
  onTouch(db, 'keptHouse')
  expect(await joined(all, db, 77)).toEqual([['丁', '西街']])
})

test('whoever sees some of the rows alone gets no others out of what is kept', async () => {
  await joined(all, db, 1, 2)
  expect(await joined(ofStore, db, 1, 2)).toEqual([
    ['丙', '东街'],
    ['乙', ''],
  ])
  expect(await joined(all, db, 2)).toEqual([['乙', '西街']])
})

test('a transaction sees what it changed, and nobody else does', async () => {
  await asSystem(db, async (tx) => {
    await rename(tx, '戊')
    touch(tx, 'keptHouse')
    expect(await joined(all, tx, 1)).toEqual([['戊', '东街']])
    throw new Error('undone')
  }).catch((error: Error) => expect(error.message).toBe('undone'))
  expect(await joined(all, db, 1)).toEqual([['丙', '东街']])
})

test('a column that is not registered is read each time', async () => {
  const high = { houseId: shape.houseId, height: fieldOf('houseId', house, 'height') }
  const page = () => joinRows(db, all, high, [{ houseId: 1 }])
  expect(await page()).toMatchObject([{ height: 3 }])
  await sql`update "keptHouse" set "height" = 4 where "id" = 1`.execute(db)
  expect(await page()).toMatchObject([{ height: 4 }])
})

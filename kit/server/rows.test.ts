// A row whose writer is alone with it is known without being read again. Architecture §4.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datetime, money, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { openDatabase, openPool } from './database.ts'
import { dbDiff } from './dbDiff.ts'
import { declareEntity } from './dbErrors.ts'
import { findRow, insertRow, lockRow, updateRow } from './rows.ts'
import { asSystem, changesOf } from './transaction.ts'

const sheet = entity(
  'aloneSheet',
  '单据',
  {
    sheetNo: text('单号', { max: 20, unique: true }),
    amount: money('金额', { initial: 0 }),
    payTime: datetime('时间'),
  },
  { title: 'sheetNo' },
)

const database = await testDatabase()
const pool = openPool(database.url, 2)
const db = openDatabase(pool)

beforeAll(async () => {
  registerNow(db, declareEntity(sheet))
  for (const statement of await dbDiff(db, [sheet])) await sql.raw(statement).execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const make = (sheetNo: string) => asSystem(db, (tx) => insertRow(tx, sheet, { sheetNo, amount: 100 }))

test('what is written alone is answered as it is stored', async () => {
  const { id } = await make('A1')
  const { answered, logged } = await asSystem(db, async (tx) => {
    const before = await lockRow(tx, sheet, id)
    const values = { amount: 250, payTime: new Date('2026-03-04T05:06:07.089Z') }
    const answered = await updateRow(tx, sheet, before, values, { alone: true })
    return { answered, logged: changesOf(tx).at(-1) }
  })
  const { updateTime: _answered, ...known } = answered
  const { updateTime: _stored, ...stored } = (await findRow(db, sheet, id)) ?? { updateTime: null }
  expect(known).toEqual(stored)
  expect(known).toMatchObject({ amount: 250, version: 2, sheetNo: 'A1' })
  expect(logged).toMatchObject({ id, before: { amount: 100 }, after: { amount: 250 } })
})

test('what the database refuses of it undoes the transaction, with the reason', async () => {
  await make('B1')
  const { id } = await make('B2')
  const change = asSystem(db, async (tx) => {
    const before = await lockRow(tx, sheet, id)
    await updateRow(tx, sheet, before, { sheetNo: 'B1' }, { alone: true })
  })
  await expect(change).rejects.toMatchObject({ constraint: 'uq_aloneSheet_sheetNo' })
  expect(await findRow(db, sheet, id)).toMatchObject({ sheetNo: 'B2', version: 1 })
})

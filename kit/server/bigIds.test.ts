// A table that grows without bound says that its ids are bigint; they are numbers up to 2^53 − 1. docs/scale.md.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ref, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, listAnswer, listInput, type Paging, rowsOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { countOf, fieldOf } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { openDatabase, openPool } from './database.ts'
import { dbDiff } from './dbDiff.ts'
import { declareEntity } from './dbErrors.ts'
import { failureOf } from './dispatch.ts'
import { answerPage, answerRow } from './list.ts'
import { writeOperLog } from './log.ts'
import { declareEntityRef } from './refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from './rows.ts'
import { asSystem } from './transaction.ts'
import { nobody, type Who } from './who.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

const move = entity(
  'bigMove',
  '流水',
  { moveName: text('名称', { max: 20 }) },
  { title: 'moveName', bigId: true },
)
const part = entity(
  'bigPart',
  '明细',
  {
    moveId: ref('流水', 'bigMove', { big: true, required: true, filter: true }),
    partName: text('名称', { max: 20 }),
  },
  { title: 'partName' },
)
const moves = listAnswer(rowsOf(move, { parts: countOf(part, 'moveId', '明细数') }))
const parts = get('/test/bigPart/list', {
  title: '明细',
  input: listInput(part),
  answer: listAnswer(rowsOf(part, { moveName: fieldOf('moveId', move, 'moveName') })),
})
const change = get('/test/bigMove/update', { title: '修改流水', change: true })
const all: Who = { ...nobody, adminId: 9, all: true }
const asked = (input: Record<string, unknown>): Paging => trust(parts.schema.parse(input))

const database = await testDatabase()
const pool = openPool(database.url, 4)
const db = openDatabase(pool)

beforeAll(async () => {
  for (const one of [move, part]) {
    registerNow(db, declareEntity(one), declareEntityRef(one.name, one.facts.title))
    for (const statement of await dbDiff(db, [one])) await sql.raw(statement).execute(db)
  }
  await sql`alter table "bigMove" alter column "id" restart with ${sql.lit(LARGEST)}`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('the database holds what the entities say', async () => {
  expect(await dbDiff(db, [move, part])).toEqual([])
})

test('the largest id is written, referred to, listed, joined, counted, logged and removed like any other', async () => {
  const made = await asSystem(db, (tx) => insertRow(tx, move, { moveName: '最后一条' }))
  expect(made.id).toBe(LARGEST)
  await asSystem(db, (tx) => insertRow(tx, part, { moveId: LARGEST, partName: '甲' }))
  const page = await answerPage(db, all, part, parts.answer, asked({ moveId: String(LARGEST) }))
  expect(page.list).toMatchObject([{ moveId: LARGEST, moveName: '最后一条' }])
  expect(await answerRow(db, all, move, moves, LARGEST)).toMatchObject({ id: LARGEST, parts: 1 })
  await asSystem(db, async (tx) => {
    const before = await lockRow(tx, move, LARGEST)
    const after = await updateRow(tx, move, before, { moveName: '改过' })
    await deleteRow(tx, move, after)
    await writeOperLog(tx, trust(change), {}, { id: 'big', ip: '' }, Date.now())
  })
  const log = await sql`select "bizId" from "operLog" where "requestId" = 'big'`.execute(db)
  expect(log.rows).toEqual([{ bizId: LARGEST }])
})

test('what the wire may name ends where numbers are exact', () => {
  const good = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
    schema.safeParse(value).success
  for (const value of [LARGEST, String(LARGEST), 1]) expect(good(idField().schema, value)).toBe(true)
  for (const value of [
    LARGEST + 1,
    String(LARGEST + 1),
    '99999999999999999999',
    0,
    -1,
    1.5,
    '1.0',
    '1e3',
    '',
  ])
    expect([value, good(idField().schema, value)]).toEqual([value, false])
  const many = idsField().schema.safeParse(`3,${LARGEST},3`)
  expect(many.data).toEqual([3, LARGEST])
  expect(good(idsField().schema, `3,${LARGEST + 1}`)).toBe(false)
  // A reference that does not say `big` has an integer column.
  expect(good(ref('流水', 'bigMove').schema, 2 ** 31)).toBe(false)
})

test('a number of the database beyond them is refused, not rounded', async () => {
  const beyond = sql`select ${String(LARGEST + 1)}::int8 as "id"`.execute(db)
  await expect(beyond).rejects.toThrow('Number out of range')
  const list = sql`select array[1, ${String(LARGEST + 1)}::int8] as "ids"`.execute(db)
  await expect(list).rejects.toThrow('Number out of range')
})

test('an id that the table of a row cannot have names no row', async () => {
  const refusal = await readRow(db, all, part, 2 ** 31).catch((error: unknown) => failureOf(db, error, ''))
  expect(refusal).toMatchObject({ error: { code: 404 }, internal: false })
  // What a column overflows with in another way is not about an id.
  const sum = await sql`select 2147483647 + 1`.execute(db).catch((error: unknown) => failureOf(db, error, ''))
  expect(sum).toMatchObject({ error: { code: 500 }, internal: true })
})

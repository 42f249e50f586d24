// Declared joins and counts: the same in a page, a row, its lines and an export, and within the reader's data scope.
// Architecture §3.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choice, int, lines, ref, refs, text } from '#kit/fields/shared.ts'
import { get, listAnswer, listInput, type Paging, rowAnswer, rowsOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { countOf, fieldOf, nameOf, ruleOf, sameAs, through } from '#kit/shared/join.ts'
import { trust } from '#kit/shared/loose.ts'
import { testDatabase } from '../../tests/database.ts'
import { registerNow } from '../../tests/registering.ts'
import { statementsOf } from '../../tests/statementsOf.ts'
import { onTouch } from './changes.ts'
import { openDatabase, openPool } from './database.ts'
import { declareEntity } from './dbErrors.ts'
import { exportEntity } from './exportEntity.ts'
import { type Figures, rowFigure, sharedFigures } from './figures.ts'
import { joinRows } from './joins.ts'
import { answerPage, answerRow, listPage } from './list.ts'
import { declareEntityRef } from './refs.ts'
import { declareScope } from './scope.ts'
import { inTransaction, touch } from './transaction.ts'
import { nobody, type Scope, type Who } from './who.ts'

const place = entity(
  'joinPlace',
  '地方',
  { placeName: text('名称', { max: 20 }), storeId: int('门店'), rent: int('租金', { permission: 'rent' }) },
  { title: 'placeName', scope: { store: 'storeId', owner: 'createBy' } },
)
const shelf = entity(
  'joinShelf',
  '货架',
  { placeId: ref('地方', 'joinPlace', { required: true }), shelfName: text('名称', { max: 20 }) },
  { title: 'shelfName' },
)
const KINDS = [
  { value: 1, label: '地方' },
  { value: 2, label: '货架' },
  { value: 3, label: '全部' },
] as const
const box = entity(
  'joinBox',
  '箱子',
  {
    shelfId: ref('货架', 'joinShelf'),
    placeIds: refs('地方', 'joinPlace'),
    kind: choice('归属', KINDS, { required: true }),
    ofIds: refs('对象', 'joinOf', {
      refersBy: { field: 'kind', entities: { 1: 'joinPlace', 2: 'joinShelf' } },
    }),
    size: int('大小', { initial: 1 }),
    parts: lines('明细', { shelfId: ref('货架', 'joinShelf') }),
  },
  { title: 'size' },
)
const partLine = {
  shelfId: ref('货架', 'joinShelf'),
  partPlace: through('shelfId', shelf, nameOf('placeId', '地方')),
}
const whole = rowsOf(box, {
  shelfName: fieldOf('shelfId', shelf, 'shelfName', '货架名'),
  shelfPlace: through('shelfId', 'joinShelf', nameOf('placeId', '所在')),
  rent: through('shelfId', shelf, fieldOf('placeId', place, 'rent')),
  places: nameOf('placeIds', '地方名', { between: '、', orId: true }),
  objects: nameOf('ofIds', '对象名', { orId: true }),
  twice: ruleOf(box, ['size'], int('两倍'), (row) => row.size * 2),
  length: sameAs('size', int('长度')),
  parts: lines('明细', partLine),
})
const placeRow = rowsOf(place, {
  shelves: countOf(shelf, 'placeId', '货架数'),
  named: countOf(shelf, 'placeId', '甲架数', { where: { shelfName: '甲架' } }),
  boxes: countOf('joinBox', 'placeIds', '箱数'),
})
const list = get('/test/joinBox/list', {
  title: '箱子',
  input: listInput(box),
  answer: listAnswer(whole),
})
const info = get('/test/joinBox/info', { title: '箱子', answer: rowAnswer(whole) })
const places = get('/test/joinPlace/list', {
  title: '地方',
  input: listInput(place),
  answer: listAnswer(placeRow),
})
const exporting = exportEntity(box, list, { joined: whole })

const database = await testDatabase()
const pool = openPool(database.url, 4)
const db = openDatabase(pool)
const all: Who = { ...nobody, adminId: 9, all: true }
const person = (...scopes: Scope[]): Who => ({ ...nobody, adminId: 9, scopes, storeIds: [7] })
const asked = (input: Record<string, string> = {}): Paging => trust(list.schema.parse(input))

beforeAll(async () => {
  registerNow(db, ...[place, shelf, box].map(declareEntity))
  registerNow(db, ...[place, shelf].map((one) => declareEntityRef(one.name, one.facts.title)))
  registerNow(
    db,
    declareScope('store', async (_db, who, scope) => scope.storeIds ?? [...who.storeIds]),
  )
  const common = sql`"id" integer generated always as identity primary key,
    "createTime" timestamptz not null default now(), "createBy" integer, "updateTime" timestamptz not null default now(),
    "updateBy" integer, "isDel" smallint not null default 0, "version" integer not null default 1`
  await sql`create table "joinPlace" (${common}, "placeName" text, "storeId" integer, "rent" integer)`.execute(
    db,
  )
  await sql`create table "joinShelf" (${common}, "placeId" integer, "shelfName" text)`.execute(db)
  await sql`create table "joinBox" (${common}, "shelfId" integer, "placeIds" integer[] not null default '{}',
    "kind" integer, "ofIds" integer[] not null default '{}', "size" integer, "parts" jsonb)`.execute(db)
  await sql`insert into "joinPlace" ("placeName", "storeId", "rent") values ('东', 7, 100), ('西', 8, 200)`.execute(
    db,
  )
  await sql`insert into "joinShelf" ("placeId", "shelfName", "isDel")
    values (1, '甲架', 0), (2, '乙架', 0), (1, '丙架', 0), (1, '旧架', 1)`.execute(db)
  await sql`insert into "joinBox" ("shelfId", "placeIds", "kind", "ofIds", "size", "parts") values
    (1, '{2,1}', 1, '{1,2}', 3, '[{"shelfId": 2}, {"shelfId": 1}]'), (2, '{1}', 2, '{4}', 5, '[]'),
    (null, '{}', 3, '{5}', 8, null)`.execute(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a page, a row and an export tell the same of what is joined', async () => {
  const page = await answerPage(db, all, box, list.answer, asked({ sortBy: 'id', sortOrder: 'asc' }))
  const [first, second, third] = page.list
  expect(first).toMatchObject({
    shelfName: '甲架',
    shelfPlace: '东',
    rent: 100,
    places: '西、东',
    objects: '东,西',
    twice: 6,
    length: 3,
    parts: [
      { shelfId: 2, partPlace: '西' },
      { shelfId: 1, partPlace: '东' },
    ],
  })
  // A deleted row keeps its name.
  expect(second).toMatchObject({ shelfName: '乙架', places: '东', objects: '旧架' })
  // Nothing is named for a kind without an entity; nothing is joined to nothing.
  expect(third).toMatchObject({
    shelfName: '',
    shelfPlace: '',
    rent: null,
    places: '',
    objects: '5',
    parts: null,
  })
  expect(await answerRow(db, all, box, info.answer, 1)).toEqual(first)
  const [cells] = (
    await Array.fromAsync(exporting.rows(db, all, asked({ sortBy: 'id', sortOrder: 'asc' })))
  ).flat()
  expect(cells).toMatchObject({
    shelfName: '甲架',
    shelfPlace: '东',
    places: '西、东',
    objects: '东,西',
    twice: 6,
  })
})

test('what lies outside the data scope of the reader has no name and no field', async () => {
  const mine = person({ kind: 4 })
  const page = await answerPage(db, mine, box, list.answer, asked({ sortBy: 'id', sortOrder: 'asc' }))
  expect(page.list[0]).toMatchObject({ places: '2、东', objects: '东,2', shelfPlace: '东', rent: 100 })
  expect(page.list[0]?.parts).toEqual([
    { shelfId: 2, partPlace: '' },
    { shelfId: 1, partPlace: '东' },
  ])
  expect(page.list[1]).toMatchObject({ shelfName: '乙架', shelfPlace: '', rent: null })
  // The permission of the stored field goes along with it.
  expect(list.answer.encode(page, () => false).list[0]).not.toHaveProperty('rent')
})

test('counts leave out deleted rows, take conditions and read lists of references', async () => {
  const page = await answerPage(db, all, place, places.answer, asked({ sortBy: 'id', sortOrder: 'asc' }))
  expect(page.list).toMatchObject([
    { shelves: 2, named: 1, boxes: 2 },
    { shelves: 1, named: 0, boxes: 1 },
  ])
})

test('the counts of a page are kept until a row of the counted table changes', async () => {
  const [{ shelves } = { shelves: 0 }] = (await answerPage(db, all, place, places.answer, asked())).list
  await sql`insert into "joinShelf" ("placeId", "shelfName") values (2, '丁架')`.execute(db)
  const page = () => answerPage(db, all, place, places.answer, asked())
  expect((await page()).list[0]).toMatchObject({ shelves })
  onTouch(db, 'joinShelf')
  expect((await page()).list[0]).toMatchObject({ shelves: shelves + 1 })
  // What a transaction has changed itself it counts anew, and nothing of it is kept.
  await inTransaction(db, all, async (tx) => {
    await sql`insert into "joinShelf" ("placeId", "shelfName") values (2, '戊架')`.execute(tx)
    touch(tx, 'joinShelf')
    const [own] = (await answerPage(tx, all, place, places.answer, asked())).list
    expect(own).toMatchObject({ shelves: shelves + 2 })
    throw new Error('undone')
  }).catch(() => undefined)
  expect((await page()).list[0]).toMatchObject({ shelves: shelves + 1 })
})

test('a page reads and joins only what it asks for', async () => {
  const page = await answerPage(db, all, box, list.answer, asked({ fields: 'shelfName,twice' }))
  expect(Object.keys(page.list[0] ?? {}).sort()).toEqual(
    ['id', 'version', 'shelfId', 'size', 'shelfName', 'twice'].sort(),
  )
})

test('a page takes one statement once its count and names are kept, also of rows that are not there', async () => {
  await sql`insert into "joinBox" ("placeIds", "kind", "size") values ('{2,77}', 1, 4)`.execute(db)
  onTouch(db, 'joinBox')
  const page = () => answerPage(db, all, box, list.answer, asked({ fields: 'places' }))
  expect((await page()).list[0]).toMatchObject({ places: '西、77' })
  expect(await statementsOf(page)).toBe(1)
  await sql`insert into "joinPlace" ("id", "placeName") overriding system value values (77, '南')`.execute(db)
  onTouch(db, 'joinPlace')
  expect((await page()).list[0]).toMatchObject({ places: '西、南' })
})

test('figures that one statement tells of the rows are asked once for a page', async () => {
  let pages = 0
  const figures = sharedFigures(
    async (_db, ids) => {
      pages += 1
      return new Map(ids.map((id) => [id, { weight: id * 2, height: id * 3 }]))
    },
    { weight: (of) => of.weight, height: (of) => of.height },
  )
  const shape = { weight: int('重量'), height: int('高度') }
  const page = () => joinRows(db, all, shape, [{ id: 1 }, { id: 2 }], null, figures)
  expect(await page()).toMatchObject([
    { weight: 2, height: 3 },
    { weight: 4, height: 6 },
  ])
  expect(pages).toBe(1)
  await page()
  expect(pages).toBe(2)
})

test('an expression over the row is told with the rows of a list, and by ids of rows that are there', async () => {
  const shape = { ...shelf.all, inPlace: text('所在', { max: 40 }), others: int('其他'), newest: int('最新') }
  const figures: Figures = {
    inPlace: rowFigure(
      shelf,
      `select p."placeName" from "joinPlace" p where p."id" = "joinShelf"."placeId"`,
      async () => (told) => `在${told}`,
    ),
    others: rowFigure(shelf, () => `select count(*)::int - 1 from "joinShelf" s where s."isDel" = 0`),
    newest: rowFigure(
      shelf,
      `select max(b."id") from "joinBox" b where b."shelfId" = "joinShelf"."id" and b."id" < 0`,
    ),
  }
  const page = (fields: string) =>
    answerPage(db, all, shelf, listAnswer(shape), asked({ fields }), { figures })
  const listed: Record<string, unknown>[] = (await page('shelfName,inPlace,others,newest')).list
  const inPlaces = listed.map((row) => String(row.inPlace))
  expect(inPlaces.some((told) => told.startsWith('在'))).toBe(true)
  expect(listed.every((row) => row.others === listed.length - 1 && row.newest === 0)).toBe(true)
  const ids = listed.map((row) => ({ id: Number(row.id) }))
  const joined = await joinRows(
    db,
    all,
    { inPlace: shape.inPlace, others: shape.others, newest: shape.newest },
    ids,
    null,
    figures,
  )
  expect(joined).toMatchObject(
    listed.map(({ id, inPlace, others, newest }) => ({ id, inPlace, others, newest })),
  )
  // What is not asked for is not asked of the database either.
  expect((await page('shelfName')).list[0]).not.toHaveProperty('inPlace')
})

test('of few rows the count tells which they are; one that has changed meanwhile is looked at as it is', async () => {
  const page = (input: Record<string, string> = {}) =>
    listPage(db, all, shelf, asked({ sortBy: 'id', sortOrder: 'asc', ...input }), {
      unweighed: true,
      where: [sql<boolean>`"joinShelf"."shelfName" like '%架'`],
    })
  const { list: found, total } = await page()
  expect(found.map((row) => row.shelfName)).toEqual(expect.arrayContaining(['甲架', '乙架', '丙架']))
  expect([found.length, await statementsOf(() => page())]).toEqual([total, 1])
  expect((await page({ exactTotal: '1' })).list).toEqual(found)
  expect((await page({ sortOrder: 'desc', limit: '1' })).list).toEqual(found.slice(-1))
  // Nobody has told of it yet.
  await sql`update "joinShelf" set "shelfName" = '甲' where "id" = 1`.execute(db)
  expect((await page()).list).toEqual(found.slice(1))
  await sql`update "joinShelf" set "shelfName" = '甲架' where "id" = 1`.execute(db)
})

test('of tables nobody tells the changes of only a count beyond what lists count is kept', async () => {
  const page = (more: Record<string, string> = {}, on = db) =>
    listPage(on, all, shelf, asked({ ...more }), { fresh: true })
  const add = (count: number) =>
    sql`insert into "joinShelf" ("shelfName") select '多' from generate_series(1, ${count}::int)`.execute(db)
  const { total } = await page()
  await add(1)
  expect(await page()).toMatchObject({ total: total + 1 })
  await add(10_000)
  expect(await page()).toMatchObject({ total: 10_000, more: true })
  expect(await statementsOf(() => page())).toBe(1)
  // Whoever wants it exactly, or works in a transaction, has it counted.
  expect(await page({ exactTotal: '1' })).toMatchObject({ total: total + 10_001 })
  await sql`delete from "joinShelf" where "shelfName" = '多'`.execute(db)
  await inTransaction(db, all, async (tx) => expect(await page({}, tx)).toMatchObject({ total }))
  expect(await page({ exactTotal: '1' })).toMatchObject({ total })
})

test('what only grows is counted once up to a while ago, and rows after that for each page, in the statement of the rows', async () => {
  const page = (more: Record<string, string> = {}) =>
    listPage(db, all, shelf, asked({ ...more }), { fresh: 'grows', where: [sql<boolean>`"placeId" is null`] })
  const add = (count: number, age: string) =>
    sql`insert into "joinShelf" ("shelfName", "createTime") select '增', now() - ${age}::interval
      from generate_series(1, ${count}::int)`.execute(db)
  await add(30, '1 day')
  const { total, list } = await page()
  expect(Object.keys(list[0] ?? {})).not.toContain('rows found')
  expect(await statementsOf(() => page())).toBe(1)
  await add(2, '0')
  // Written now, whatever its time says.
  await add(1, '1 day')
  expect(await page()).toMatchObject({ total: total + 3 })
  expect(await page({ exactTotal: '1' })).toMatchObject({ total: total + 3 })
  expect(await page({ page: '99' })).toMatchObject({ list: [], total: total + 3 })
  await add(10_000, '1 day')
  expect(await page()).toMatchObject({ total: 10_000, more: true })
  expect(await statementsOf(() => page())).toBe(1)
  await sql`delete from "joinShelf" where "shelfName" = '增'`.execute(db)
})

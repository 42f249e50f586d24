import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { calledBy, searchedKinds } from '#kit/server/records.ts'
import { planOf } from '../tests/planOf.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Of these an installation has some hundreds: going through them takes no longer than an index. */
const FEW = [
  'admin',
  'brand',
  'openApp',
  'orgLevel',
  'role',
  'section',
  'stockVacct',
  'truckCar',
  'userTag',
  'warehouse',
]

test('every kind that the search of everything looks through is found by indexes: its words, and its exact number', async () => {
  const kinds = searchedKinds(app.db)
  expect(kinds.length).toBeGreaterThan(15)
  for (const kind of kinds) {
    const { name, facts } = kind.of
    if (FEW.includes(name)) continue
    expect(facts.grams, name).toBe(true)
    const called = sql.ref(calledBy(kind))
    const numbered = sql`(select "id" from ${sql.table(name)} where "isDel" = 0 and ${called} <> '' order by lower(${called}))`
    expect(await planOf(app.db, numbered, ['sort']), name).not.toContain('Sort')
  }
})

test.for(['company', 'customer', 'product', 'priceNotice'])(
  'how many %s were made in a time is counted in an index',
  async (name) => {
    const made = sql`(select "id" from ${sql.table(name)} where "isDel" = 0 and "createTime" >= now() order by "createTime")`
    expect(await planOf(app.db, made, ['sort'])).toMatch(/Index Only Scan using "?\w+_createTime/)
  },
)

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { planOf } from '../tests/planOf.ts'
import { rooms } from './domains.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** They have no list by pages, or as many rows as there are departments, months or kinds of documents. */
const SHORT = ['systemCity', 'passRecord', 'menu', 'dept', 'processBinding', 'evaluationRule']
const entities = rooms.flatMap((room) => room.facts.entities)

test.for(
  entities
    .filter((of) => of.facts.order !== undefined && !SHORT.includes(of.name))
    .map((of) => [of.name, of] as const),
)('the list of %s is read in its order, not sorted for each page', async ([name, of]) => {
  const order = [...(of.facts.order ?? []), ['id', 'desc'] as const].map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`,
  )
  const first = sql`(select * from ${sql.table(name)} where "isDel" = 0 order by ${sql.join(order)} limit 20)`
  expect(await planOf(app.db, first, ['sort'])).not.toContain('Sort')
})

test('the prices of a supplier are read in the order of their list', async () => {
  const first = sql`(select * from "supplierProduct" where "isDel" = 0 order by "startDate" desc, "id" desc limit 20)`
  expect(await planOf(app.db, first)).toContain('supplierProduct_list')
})

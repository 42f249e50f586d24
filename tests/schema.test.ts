import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '#app/domains.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { dbDiff } from '#kit/server/dbDiff.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test.each(rooms.map((room) => room.facts))(
  'a migrated database holds the entities of $name',
  async (facts) => {
    expect(await dbDiff(app.db, facts.entities)).toEqual([])
  },
)

// Cases made from the declarations: calls that a replica may answer change nothing. Architecture §6, decision 0108.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { failureOf, parseInput } from '#kit/server/dispatch.ts'
import { shareHouse } from '#kit/server/points.ts'
import type { Served } from '#kit/server/serve.ts'
import { theSystem, type Who } from '#kit/server/who.ts'
import { rooms } from './domains.ts'
import { type TestApp, testApp } from './testing.ts'

const stale = rooms.flatMap((room) => room.served).filter(({ call }) => call.stale)
/** Ids in paths, and what else such calls must be given. */
const GIVEN = { id: 1, spuId: 1, categoryId: 1, type: 1, companyId: 1 }
const request = {
  id: 'stale',
  ip: '127.0.0.1',
  userAgent: '',
  token: '',
  body: {},
  header: () => '',
  async *files() {},
  setHeader: () => undefined,
}

let app: TestApp
let db: Db
let close: () => Promise<void>
let who: Who

beforeAll(async () => {
  app = await testApp()
  const { adminId, account } = await app.person()
  who = { ...theSystem, adminId, account, level: 100 }
  const pool = openPool(app.url, 4, { readOnly: true })
  db = openDatabase(pool)
  shareHouse(app.db, db)
  close = () => pool.end()
})
afterAll(async () => {
  await close()
  await app.close()
})

test('lists are among them, changes are not', () => {
  expect(stale.length).toBeGreaterThan(80)
  expect(stale.filter(({ call }) => call.change)).toEqual([])
})

describe('every call that a replica may answer, where nothing can be written', () => {
  test.each(stale.map((served): [string, Served] => [`${served.call.method} ${served.call.path}`, served]))(
    '%s',
    async (_name, { call, handle }) => {
      const needed = Object.entries(call.shape).filter(([, field]) => field.required)
      const input = Object.fromEntries(needed.map(([name]) => [name, Reflect.get(GIVEN, name) ?? '1']))
      const answer = (async () => handle(db, who, parseInput(call, input), request))()
      const failure = await answer.then(
        () => null,
        (error: unknown) => failureOf(app.db, error, 'stale'),
      )
      // A refusal for what is not there is an answer.
      expect(failure?.internal ?? false, String(await answer.catch((error: unknown) => error))).toBe(false)
    },
  )
})

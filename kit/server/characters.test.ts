// Texts of every kind on their way into the database: saved as they are, never lost by what is kept beside them.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { jsonb } from './database.ts'
import { inTransaction } from './transaction.ts'
import { theSystem } from './who.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const HELP = '/admin/system/org/help'

// The log keeps 8,000 places of what was sent: in one of the two the cut lies inside a character.
test.each(['', 'a'])('a long text of emoji is saved with its log, beginning with %j', async (begin) => {
  const content = `<p>${begin}${'😀𠮷'.repeat(4000)}</p>`
  const body = { channelId: 1202, title: `${begin}😀`, content, levelTable: 1, status: 1 }
  const saved = await app.request('POST', `${HELP}/save`, { token, body })
  expect(saved, saved.body).toMatchObject({ code: 200 })
  const info = await app.request<{ title: string; content: string }>('GET', `${HELP}/info`, {
    token,
    query: { channelId: 1202 },
  })
  expect(info.data).toMatchObject({ title: `${begin}😀`, content })
  const { rows } = await sql<{ params: string }>`select "params"::text from "operLog"
    where "path" = ${`${HELP}/save`} order by "id" desc limit 1`.execute(app.db)
  expect(rows[0]?.params).toContain('shortened')
  expect(rows[0]?.params).not.toContain('\ufffd')
})

test('half a character and NUL are refused at their field', async () => {
  for (const title of ['帮助\ud83d', '\ude00帮助', 'a\u0000b'])
    expect(
      await app.request('POST', `${HELP}/save`, {
        token,
        body: { channelId: 1202, title, content: '<p>x</p>' },
      }),
    ).toMatchObject({
      code: 422,
      message: '标题含有无法保存的字符，请删除后重试',
      data: [{ field: 'title', message: '标题含有无法保存的字符，请删除后重试' }],
    })
})

test('a value for JSON is stored whatever its texts hold', async () => {
  const value = { 'k\ud83d': ['\ude00x', 'a\u0000b', '\\ud83d \\u0000', '😀'], n: 1, none: null }
  const stored = await inTransaction(app.db, theSystem, async (tx) => {
    const { rows } = await sql<{ value: unknown }>`select ${jsonb(value)} as "value"`.execute(tx)
    return rows[0]?.value
  })
  expect(stored).toEqual({ 'k\ufffd': ['\ufffdx', 'ab', '\\ud83d \\u0000', '😀'], n: 1, none: null })
})

test('a text the database has no place for is a refusal wherever it comes from', async () => {
  const { failureOf } = await import('./dispatch.ts')
  const error = await sql`select ${'a\u0000b'}::text`.execute(app.db).catch((cause: unknown) => cause)
  expect(failureOf(app.db, error, 'r')).toMatchObject({ error: { code: 422 }, internal: false })
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareGauges } from '#app/health.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import { allCaches, cacheOf } from '#kit/server/cache.ts'
import { startLive } from '#kit/server/live.ts'
import { printMetrics } from '#kit/server/metrics.ts'
import { slowestStatements } from '#kit/server/statements.ts'
import { CHANNEL } from '#kit/server/transaction.ts'
import { takeSample } from './machine.server.ts'

let app: TestApp
let token: string

const PREFIX = '/admin/monitor/cache'

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  declareGauges(app.house)
})
afterAll(() => app.close())

const get = <T>(name: string, query: Record<string, string> = {}) =>
  app.request<T>('GET', `${PREFIX}/${name}`, { token, query })
const clear = (body: Record<string, string> = {}) => app.request('POST', `${PREFIX}/clear`, { token, body })
const keysOf = (group: string) => cacheOf(app.db, group)?.keys(app.db) ?? []
const fill = () => app.request('GET', '/admin/platform/data/sys/channel/list', { token })

test('the figures of process, database, queues and statements', async () => {
  const { data } = await get<{
    process: Record<string, unknown>
    database: Record<string, unknown>
    queues: { name: string; waiting: number }[]
  }>('info')
  expect(data.process).toMatchObject({ pid: process.pid, node: process.version })
  expect(data.database).toMatchObject({ kind: '内置 PostgreSQL', schema: expect.stringContaining('monitor') })
  expect(Number(data.database.size)).toBeGreaterThan(1_000_000)
  expect(data.queues.map((queue) => queue.name)).toEqual(expect.arrayContaining(['文件任务', '后台任务']))
})

test('what the process takes is kept for an hour, a minute each', async () => {
  for (let minute = 0; minute < 61; minute++) takeSample()
  const { data } = await get<{ history: { time: number; cpu: number; memory: number; delay: number }[] }>(
    'info',
  )
  expect(data.history).toHaveLength(60)
  const last = data.history.at(-1)
  expect(last?.memory).toBeGreaterThan(1_000_000)
  expect(last?.cpu).toBeGreaterThanOrEqual(0)
  const times = data.history.map((one) => one.time)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('a slow statement is among the slowest, with its text but without values', async () => {
  const { sql } = await import('kysely')
  await sql`select pg_sleep(${0.05}), ${'secret-value'}::text`.execute(app.db)
  // Others of the process may be slower than it, and only the slowest are shown.
  const slow = slowestStatements(Number.POSITIVE_INFINITY).find((one) => one.text.includes('pg_sleep'))
  expect(slow?.ms).toBeGreaterThanOrEqual(50)
  const { data } = await get<{ statements: { text: string; ms: number }[] }>('info')
  expect(data.statements[0]?.ms).toBeGreaterThanOrEqual(50)
  expect(JSON.stringify(data.statements)).not.toContain('secret-value')
})

test('hits and misses are counted; a cleared cache is built again and nothing is lost', async () => {
  await fill()
  const hits = () => cacheOf(app.db, 'dict')?.figures(app.db).hits ?? 0
  const before = hits()
  const full = await fill()
  expect(hits()).toBeGreaterThan(before)
  expect(await printMetrics()).toContain(`cache_hits_total{group="dict"} ${hits()}`)
  const { data } = await get<{ group: string; entries: number; size: number }[]>('names')
  expect(data.find((one) => one.group === 'dict')?.entries).toBe(keysOf('dict').length)
  expect(keysOf('dict').length).toBeGreaterThan(5)
  expect((await clear({ group: 'dict' })).code).toBe(200)
  expect(keysOf('dict')).toEqual([])
  expect((await fill()).data).toEqual(full.data)
  expect(keysOf('dict').length).toBeGreaterThan(5)
  expect((await clear()).code).toBe(200)
  expect(allCaches(app.db).flatMap((one) => one.keys(app.db))).toEqual([])
  expect((await fill()).data).toEqual(full.data)
  expect((await clear({ group: 'nothing' })).code).toBe(404)
})

test('keys are found, values shown, secrets hidden', async () => {
  const body = { id: 108, fields: [{ name: 's3_secret', value: 'very-secret' }] }
  const saved = await app.request('POST', '/admin/system/config/save/form', { token, body })
  expect(saved.message).toBe('操作成功')
  await settingsOf(app.db, baseForm)
  const { data } = await get<{ keys: string[]; total: number }>('keys', {
    group: 'config',
    keywords: 'SECRET',
  })
  expect(data.keys).toEqual(['s3_secret'])
  const { data: secret } = await get<{ value: string }>('value', { group: 'config', key: 's3_secret' })
  expect(secret.value).toBe('"******"')
  await fill()
  const { data: shown } = await get<{ value: string }>('value', { group: 'dict', key: 'sys_channel' })
  expect(shown.value).toContain('商城')
  expect((await get('value', { group: 'dict', key: 'nothing' })).code).toBe(404)
})

test('another process clears ours', async () => {
  const live = await startLive(app.url, app.db)
  await fill()
  const other = new pg.Client(app.url)
  await other.connect()
  const topic = `work:cache:${JSON.stringify(['dict', ''])}`
  await other.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ topic })])
  await expect.poll(() => keysOf('dict')).toEqual([])
  await other.end()
  await live.stop()
})

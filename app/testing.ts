// What tests stand on: the prepared template database, and the product's HTTP server in memory on a copy of it.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTouch } from '#kit/server/changes.ts'
import { asSomebodyElse, type Db, secondConnections } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings } from '#kit/server/settings.ts'
import { ADMIN_PASSWORD } from '../tests/adminPassword.ts'
import { testDatabase } from '../tests/database.ts'
import { rooms } from './domains.ts'
import { type House, openHouse, prepareDatabase } from './house.ts'
import { buildApp } from './program.ts'

export { ADMIN_PASSWORD }

function testSettings(dataDir: string, more: Record<string, string> = {}) {
  return readSettings({
    TS_DATA_DIR: dataDir,
    TS_SECRET_KEY: '5a'.repeat(32),
    TS_LOGIN_CAPTCHA: 'off',
    TS_ADMIN_PASSWORD: ADMIN_PASSWORD,
    TS_LOG_LEVEL: 'silent',
    // The stand-ins of services outside listen on this machine.
    TS_OUTSIDE_PRIVATE: '1',
    ...more,
  })
}

/** Migrates and seeds the database every test database is copied from; its administrator need not change the password. */
export async function prepareTemplate(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ts-template-'))
  const settings = testSettings(dataDir)
  const secrets = await loadSecrets(dataDir, settings)
  const house = openHouse(url, settings, secrets, 4)
  await prepareDatabase(house, secrets)
  await sql`update "admin" set "pwdReset" = 0`.execute(house.db)
  await house.pool.end()
  await rm(dataDir, { recursive: true, force: true })
}

/** What most answers hold; a test that looks for something else says so: request<{ taskId: number }>(…). */
export interface UsualData {
  id: number
  token: string
  list: Record<string, unknown>[]
  total: number
}

export interface Answer<T = UsualData> {
  code: number
  message: string
  data: T
  status: number
  headers: Record<string, unknown>
  body: string
  bytes: Buffer
}

export interface RequestOptions {
  token?: string
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

export interface PersonOptions {
  account?: string
  permissions?: readonly string[]
  dataScope?: number
  scopeIds?: Record<string, number[]>
  level?: number
  deptId?: number
  storeIds?: number[]
  channelIds?: number[]
}

export interface Person {
  token: string
  adminId: number
  account: string
  roleId: number
}

export interface TestApp {
  house: House
  db: Db
  dataDir: string
  url: string
  /** GET or POST /api{path}; POST sends the body as JSON */
  request<T = UsualData>(method: 'GET' | 'POST', path: string, options?: RequestOptions): Promise<Answer<T>>
  /** signs the first administrator in */
  admin(): Promise<string>
  /** makes a person with a role of their own that holds exactly these codes, signed in */
  person(options?: PersonOptions): Promise<Person>
  close(): Promise<void>
}

/**
 * The product on a database of its own, without a port; requests are real, they only skip the network. `more` are rooms
 * above those of the product.
 */
export async function testApp(
  env: Record<string, string> = {},
  connections = 12,
  more: readonly RoomServer[] = [],
): Promise<TestApp> {
  const before = secondConnections()
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'ts-app-'))
  const settings = testSettings(dataDir, env)
  const secrets = await loadSecrets(dataDir, settings)
  const house = openHouse(database.url, settings, secrets, connections, [...rooms, ...more])
  const app = await buildApp(house, () => false)
  await app.ready()
  let people = 0

  const request = async <T = UsualData>(
    method: 'GET' | 'POST',
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> => {
    const query = Object.fromEntries(
      Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    // A request comes from outside, also while the test holds a transaction open; it begins when it is awaited.
    const answer = await asSomebodyElse(async () =>
      app.inject({
        method,
        url: path.startsWith('/api') || !path.startsWith('/') ? path : `/api${path}`,
        query,
        headers: { ...(options.token ? { 'x-token': options.token } : {}), ...options.headers },
        ...(method === 'POST'
          ? {
              payload:
                typeof options.body === 'string' || options.body instanceof Buffer
                  ? options.body
                  : JSON.stringify(options.body ?? {}),
            }
          : {}),
        ...(method === 'POST' && options.headers?.['content-type'] === undefined
          ? {
              headers: {
                'content-type': 'application/json',
                ...(options.token ? { 'x-token': options.token } : {}),
                ...options.headers,
              },
            }
          : {}),
      }),
    )
    const isJson = answer.headers['content-type']?.toString().includes('json') && answer.body !== ''
    const json = isJson && answer.headers['content-encoding'] === undefined ? answer.json() : {}
    return {
      code: 0,
      message: '',
      data: null,
      ...json,
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      bytes: answer.rawPayload,
    }
  }

  return {
    house,
    db: house.db,
    dataDir,
    url: database.url,
    request,
    async admin() {
      const answer = await request('POST', '/admin/login', {
        body: { account: 'admin', pwd: ADMIN_PASSWORD, key: '', code: '' },
      })
      if (answer.code !== 200) throw new Error(`The administrator cannot sign in: ${answer.message}`)
      return String(answer.data.token)
    },
    person: (options = {}) => makePerson(house.db, `tester${++people}`, options),
    async close() {
      await app.close()
      await house.pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      // Also where the refusal was caught and nobody saw it.
      if (secondConnections() > before)
        throw new Error('A transaction asked the pool for a second connection')
    },
  }
}

/** Written straight into the tables, which is told like a change: the calls that make staff are under test themselves. */
async function makePerson(db: Db, name: string, options: PersonOptions): Promise<Person> {
  const account = options.account ?? name
  const token = randomToken()
  const hash = createHash('sha256').update(token).digest('hex')
  const id = async (query: Promise<{ rows: { id: number }[] }>): Promise<number> =>
    (await query).rows[0]?.id ?? 0
  const roleId = await id(
    sql<{ id: number }>`insert into "role" ("roleName", "roleCode", "level", "dataScope", "scopeIds")
      values (${`角色${account}`}, ${`role_${account}`}, ${options.level ?? 10}, ${options.dataScope ?? 1},
        ${JSON.stringify(options.scopeIds ?? {})}::jsonb) returning "id"`.execute(db),
  )
  await sql`with node as (
      insert into "menu" ("pid", "name", "perms", "menuType")
      select 0, code, code, 'A' from unnest(${[...(options.permissions ?? [])]}::text[]) code returning "id")
    insert into "roleMenu" ("rid", "menuId") select ${roleId}, "id" from node`.execute(db)
  const adminId = await id(
    sql<{ id: number }>`insert into "admin"
        ("account", "realName", "roles", "deptId", "storeIds", "channelIds", "pwdUpdateTime")
      values (${account}, ${account}, ${[roleId]}, ${options.deptId ?? null}, ${options.storeIds ?? []},
        ${options.channelIds ?? []}, now()) returning "id"`.execute(db),
  )
  await sql`insert into "adminSession" ("adminId", "tokenHash", "expireTime")
    values (${adminId}, ${hash}, now() + interval '8 hours')`.execute(db)
  for (const table of ['role', 'menu', 'admin']) onTouch(db, table)
  return { token, adminId, account, roleId }
}

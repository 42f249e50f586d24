import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_ENDING } from '#kit/server/backup/backupFile.ts'
import { startPostgres } from '#kit/server/postgres/supervisor.ts'
import { ask, launchServer, runScript, type ServerProcess, startServer, stopServer } from './server.ts'

const quiet = { info() {}, warn() {}, error() {} }

let root: string
let dataDir: string

/** What a start that must not succeed printed, and with which code it ended. */
async function failedStart(port: number, env: Record<string, string> = {}, directory = dataDir) {
  const server = launchServer(port, directory, env)
  const code = await server.ended
  return { code, output: server.output() }
}

/** Works on the database of the data directory while no server runs. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, log: quiet })
  const client = new pg.Client(postgres.url)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

const backups = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'backups')).catch(() => [])).filter((name) => name.endsWith(BACKUP_ENDING))

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ts-start-'))
  // The database runs as somebody else when the tests run as root.
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('an empty directory becomes an installation; its first password is told once', async () => {
  const server = await startServer(18310, dataDir)
  const kept = await readFile(join(dataDir, 'initial-admin.txt'), 'utf8')
  const [account = '', pwd = ''] = kept.split('\n')
  expect(server.output()).toContain(`初始密码：${pwd}`)
  const other = await failedStart(18311)
  expect(other.code).toBe(1)
  expect(other.output).toContain(`数据目录正被进程${server.child.pid}使用`)
  const signIn = (password: string) =>
    ask<{ token: string }>(server, 'POST', '/admin/login', {
      body: { account, pwd: password, key: '', code: '' },
    })
  const { token } = (await signIn(pwd)).data
  expect((await ask(server, 'GET', '/admin/system/dept/list', { token })).code).toBe(409)
  const password = 'Ts-changed-2026'
  const body = { oldPassword: pwd, password, confirmPassword: password }
  const changed = await ask(server, 'POST', '/admin/login/update/password', { token, body })
  expect(changed.message).toBe('操作成功')
  expect(await readdir(dataDir)).not.toContain('initial-admin.txt')
  expect(await stopServer(server)).toBe(0)
  expect(await readdir(dataDir)).not.toContain('server.lock')

  const again = await startServer(18310, dataDir, { TS_ADMIN_PASSWORD: 'Other-2026!x' })
  expect(again.output()).not.toContain('密码')
  const body2 = { account, pwd: password, key: '', code: '' }
  expect((await ask(again, 'POST', '/admin/login', { body: body2 })).code).toBe(200)
  expect(await stopServer(again)).toBe(0)
}, 90_000)

test('all faults of the settings are told at once', async () => {
  const { code, output } = await failedStart(18310, { TS_LOG_LEVEL: 'loud', TS_MIGRATE: 'maybe' })
  expect(code).toBe(78)
  expect(output).toContain('TS_LOG_LEVEL')
  expect(output).toContain('TS_MIGRATE')
})

test('a port in use stops the start and leaves nothing running', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => {
    taken.listen(18312, '127.0.0.1', resolve)
  })
  const { code, output } = await failedStart(18312)
  taken.close()
  expect(code).toBe(1)
  expect(output).toContain('端口 18312 已被占用')
  expect(await readdir(dataDir)).not.toContain('server.lock')
  expect(await readdir(join(dataDir, 'pg'))).not.toContain('postmaster.pid')
})

test('another key stops the start and changes nothing', async () => {
  const kept = await readFile(join(dataDir, 'secret.key'), 'utf8')
  const { code, output } = await failedStart(18310, { TS_SECRET_KEY: '77'.repeat(32) })
  expect(code).toBe(1)
  expect(output).toContain('密钥与此数据目录不符')
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(kept)
})

test('P16-37: a failing migration rolls back, after a backup, and names itself', async () => {
  // As if the first migration of the monitor room were new to this database, and something stood in its way.
  const name = await onDatabase(async (client) => {
    const gone = await client.query<{ name: string }>(
      `delete from "schemaMigration" where "room" = 'monitor' and "number" = 1 returning "name"`,
    )
    await client.query('drop table "backup"')
    return gone.rows[0]?.name
  })
  const { code, output } = await failedStart(18310)
  expect(code).toBe(1)
  expect(output).toContain(`结构变更 monitor/${name} 执行失败`)
  expect((await backups()).filter((file) => file.includes('migration'))).toHaveLength(1)
  await onDatabase(async (client) => {
    // The table stood before the statement that failed: it is not there, and nothing is noted as done.
    const found = await client.query(`select to_regclass('"backup"') as there`)
    expect(found.rows).toEqual([{ there: null }])
    const noted = await client.query(
      `select 1 from "schemaMigration" where "room" = 'monitor' and "number" = 1`,
    )
    expect(noted.rowCount).toBe(0)
    await client.query('alter table "operLog" drop column "searchGrams"')
    await client.query(
      `drop index "operLog_adminTime", "operLog_business", "operLog_title", "operLog_failed", "loginLog_accountTime",
        "loginLog_ip", "loginLog_result", "errorLog_list", "errorLog_request"`,
    )
  })
  // What stood in the way is gone: the same start goes through and knows the backups made meanwhile.
  const server = await startServer(18310, dataDir)
  expect(await stopServer(server)).toBe(0)
  const recorded = await onDatabase((client) => client.query('select "fileName", "reason" from "backup"'))
  expect(recorded.rows.map((row) => row.reason)).toEqual([3, 3])
}, 90_000)

test('P16-37: a database newer than the program is refused', async () => {
  const sql = `insert into "schemaMigration" ("room", "number", "name", "checksum") values ('kit', 999, 'x', '')`
  await onDatabase((client) => client.query(sql))
  const { code, output } = await failedStart(18310)
  expect(code).toBe(1)
  expect(output).toMatch(/数据库版本kit 999高于程序版本kit \d+/)
  await onDatabase((client) => client.query('delete from "schemaMigration" where "number" = 999'))
}, 60_000)

test('a restore needs the server stopped, brings an older schema up to date and ends all sessions', async () => {
  const file = join(dataDir, 'backups', (await backups()).at(-1) ?? '')
  const restore = () => runScript('restore.ts', dataDir, '--file', file)
  const signIn = async (server: ServerProcess) => {
    const body = { account: 'admin', pwd: 'Ts-changed-2026', key: '', code: '' }
    return (await ask<{ token: string }>(server, 'POST', '/admin/login', { body })).data.token
  }
  const server = await startServer(18310, dataDir)
  const token = await signIn(server)
  const added = { deptName: '恢复之后没有', pid: 0 }
  expect((await ask(server, 'POST', '/admin/system/dept/save', { token, body: added })).code).toBe(200)
  expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining('数据目录正被进程') })
  expect(await stopServer(server)).toBe(0)

  const done = await restore()
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('所有会话已结束') })
  const again = await startServer(18310, dataDir)
  expect((await ask(again, 'GET', '/admin/system/dept/list', { token })).code).toBe(401)
  const depts = await ask(again, 'GET', '/admin/system/dept/list', { token: await signIn(again) })
  expect(depts.code).toBe(200)
  expect(JSON.stringify(depts.data)).not.toContain(added.deptName)
  expect(await stopServer(again)).toBe(0)
  const open = await onDatabase((client) =>
    client.query('select count(*)::int as n from "adminSession" where "endTime" is null'),
  )
  expect(open.rows).toEqual([{ n: 1 }])
}, 90_000)

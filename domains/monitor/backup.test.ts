import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { jobOf } from '#kit/server/jobs.ts'
import { recordBackups } from './monitor.door.ts'

let app: TestApp
let token: string

const PREFIX = '/admin/system/backup'

beforeAll(async () => {
  // Told that the database is somebody else's, the backup holds the uploads; kit/server/backup tests the database's.
  app = await testApp({ TS_DATABASE_URL: 'postgres://somebody@elsewhere/tongshang' })
  token = await app.admin()
  await mkdir(join(app.dataDir, 'files'), { recursive: true })
  await writeFile(join(app.dataDir, 'files/a.txt'), 'an upload')
})
afterAll(() => app.close())

const signal = new AbortController().signal
const create = () => app.request('POST', `${PREFIX}/create`, { token })
const list = async () => (await app.request('GET', `${PREFIX}/list`, { token })).data.list

async function runJob(name: string): Promise<void> {
  const row = await app.db
    .selectFrom('job')
    .selectAll()
    .where('name', '=', name)
    .where('status', '=', 0)
    .executeTakeFirstOrThrow()
  await jobOf(app.db, name)?.run(app.db, Object(row.params), signal)
  await app.db.updateTable('job').set({ status: 2 }).where('id', '=', row.id).execute()
}

test('a backup by hand is queued once, made, verified and downloaded', async () => {
  const made = await create()
  expect(made.code).toBe(200)
  expect(await create()).toMatchObject({ code: 409, message: '已有备份正在进行' })
  expect((await list())[0]).toMatchObject({ id: made.data.id, status: 0 })
  expect((await app.request('GET', `${PREFIX}/download/${made.data.id}`, { token })).code).toBe(409)
  await runJob('backup.create')
  const [row] = await list()
  expect(row).toMatchObject({ id: made.data.id, kind: 2, reason: 2, status: 1, result: 1, message: '' })
  expect(row?.manifest).toMatchObject({ uploads: { files: 1, bytes: 9 }, encrypted: true })
  const file = await app.request('GET', `${PREFIX}/download/${made.data.id}`, { token })
  expect(file.headers['content-disposition']).toContain(String(row?.fileName))
  expect(Number(file.headers['content-length'])).toBe(row?.size)
  const log = await app.request('GET', '/admin/log/oper/list', { token, query: { title: '下载备份' } })
  expect(log.data.total).toBe(1)
})

test('an outside database is left to those who keep it', async () => {
  const { data } = await app.request('GET', `${PREFIX}/place`, { token })
  expect(data).toEqual({ database: false, files: true })
})

test('who is not of the role admin downloads nothing', async () => {
  const codes = ['list', 'create', 'verify', 'download'].map((name) => `admin:system:backup:${name}`)
  const person = await app.person({ permissions: codes })
  const [row] = await list()
  const answer = await app.request('GET', `${PREFIX}/download/${row?.id}`, { token: person.token })
  expect(answer).toMatchObject({ code: 422, message: '仅管理员角色可以下载备份' })
})

test('a damaged file does not pass the verification', async () => {
  const [row] = await list()
  const path = join(app.dataDir, 'backups', String(row?.fileName))
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(path, bytes)
  expect((await app.request('POST', `${PREFIX}/verify/${row?.id}`, { token })).code).toBe(200)
  await runJob('backup.verify')
  expect((await list())[0]).toMatchObject({ result: 2, message: '备份文件校验失败' })
})

test('a start brings table and directory in line, and closes what died', async () => {
  await create()
  await runJob('backup.create')
  await app.db.updateTable('backup').set({ isDel: 1 }).execute()
  await recordBackups(app.db)
  const names = (await readdir(join(app.dataDir, 'backups'))).filter((name) => name.endsWith('.tsbk'))
  expect((await list()).map((row) => row.fileName).sort()).toEqual(names.sort())
  const dead = await app.db
    .insertInto('backup')
    .values({ reason: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobOf(app.db, 'backup.daily')?.run(app.db, {}, signal)
  expect((await list()).find((row) => row.id === dead.id)).toMatchObject({ status: 2, message: '进程中断' })
  expect((await list())[0]).toMatchObject({ reason: 1, status: 1, result: 1 })
})

test('a backup that cannot be written says why', async () => {
  await rm(join(app.dataDir, 'backups'), { recursive: true })
  await writeFile(join(app.dataDir, 'backups'), 'in the way')
  await create()
  await expect(runJob('backup.create')).rejects.toThrow()
  expect((await list())[0]).toMatchObject({ status: 2, message: expect.stringContaining('backups') })
})

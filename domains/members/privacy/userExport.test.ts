import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { ended, startWorker } from '../../../tests/importing.ts'
import { waitsForRow } from '../../../tests/waitsFor.ts'
import { passwordOf } from './exportFile.server.ts'
import { lockedZip } from './lockedZip.ts'

const X = '/admin/user/export'
const FULL = [
  'admin:user:export',
  'admin:user:export:full',
  'admin:user:export:log:list',
  'admin:user:export:log:info',
  'file:export:list',
]

let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  stop = startWorker(app)
  await sql`insert into "user" ("userNo", "nickname", "phone", "realName", "channelId")
    select (1000000000 + n)::text, '用户' || n, '1370000' || lpad(n::text, 4, '0'), '欧阳一', 1201
    from generate_series(1, 1200) n`.execute(app.db)
})
afterAll(async () => {
  await stop()
  await app.close()
})

interface Started {
  id: number
  taskId: number
  waits: boolean
}
const post = <T = Started>(path: string, body: unknown, as: string) =>
  app.request<T>('POST', path, { token: as, body })
const told = ({ code, message }: { code: number; message: string }) => [code, message]
const exportOf = (id: number) =>
  app.db.selectFrom('userExport').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function fetched(taskId: number, as: string) {
  const { resultFile } = await app.db
    .selectFrom('fileTask')
    .select('resultFile')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  return app.request('GET', '/common/download', { token: as, query: { fileName: resultFile } })
}
async function rowsIn(bytes: Buffer, name: string): Promise<string[][]> {
  const path = join(app.dataDir, name)
  await writeFile(path, bytes)
  const sheet = await openSheet(path, { fileName: path })
  const rows: string[][] = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  await sheet.close()
  return rows
}
/** Opens the only file of a locked zip by its password, as its format says. */
function opened(zip: Buffer, password: string): Buffer {
  expect([zip.readUInt32LE(0), zip.readUInt16LE(8), zip.readUInt16LE(6) & 1]).toEqual([0x04034b50, 99, 1])
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  const content = zip.subarray(start, start + zip.readUInt32LE(18))
  const key = pbkdf2Sync(password, content.subarray(0, 16), 1000, 66, 'sha1')
  if (!key.subarray(64).equals(content.subarray(16, 18))) throw new Error('wrong password')
  const sealed = content.subarray(18, -10)
  const mac = createHmac('sha1', key.subarray(32, 64)).update(sealed).digest()
  expect(mac.subarray(0, 10).equals(content.subarray(-10))).toBe(true)
  const counters = Buffer.alloc(Math.ceil(sealed.length / 16) * 16)
  for (let n = 0; n * 16 < counters.length; n++) counters.writeUInt32LE(n + 1, n * 16)
  const stream = createCipheriv('aes-256-ecb', key.subarray(0, 32), null)
    .setAutoPadding(false)
    .update(counters)
  return Buffer.from(sealed.map((byte, at) => byte ^ (stream[at] ?? 0)))
}

test('U §18-18: a full export of 1,200 rows waits for somebody else; the file is locked, marked, counted, and gone after 24 hours or three times', async () => {
  const maker = await app.person({ permissions: [...FULL, 'admin:user:export:examine'], dataScope: 1 })
  const other = await app.person({
    permissions: ['admin:user:export:examine', 'admin:user:export:log:info', 'file:task:all'],
    dataScope: 1,
  })
  const full = { isFull: 1, columns: 'userNo,phone,realName', reason: '年度对账' }
  expect(told(await post(X, { ...full, reason: '' }, maker.token))).toEqual([422, '请输入导出原因'])
  const asked = await post(X, full, maker.token)
  expect(asked.data).toMatchObject({ waits: true, taskId: 0 })
  const { id } = asked.data
  expect(await exportOf(id)).toMatchObject({ rows: 1200, auditStatus: 0, isFull: 1, reason: '年度对账' })
  const decide = (as: string) => post(`${X}/examine/${id}`, { id, auditStatus: 1 }, as)
  expect(told(await decide(maker.token))).toEqual([422, '不能审核自己提交的单据'])
  expect((await decide(other.token)).message).toBe('操作成功')
  const { taskId } = await exportOf(id)
  expect(await ended(app, taskId ?? 0)).toMatchObject({ status: 2 })

  // Nobody else fetches it, also who sees the tasks of all.
  expect((await fetched(taskId ?? 0, other.token)).code).toBe(404)
  const file = await fetched(taskId ?? 0, maker.token)
  const password = await passwordOf(app.db, id)
  expect(() => opened(file.bytes, 'wrong')).toThrow('wrong password')
  const book = opened(file.bytes, password)
  const rows = await rowsIn(book, 'full.xlsx')
  expect([rows.length, rows[0]]).toEqual([1201, ['会员号', '手机号', '真实姓名']])
  expect(rows.slice(1).every(([, phone, name]) => /^1\d{10}$/.test(phone ?? '') && name === '欧阳一')).toBe(
    true,
  )
  expect((await fetched(taskId ?? 0, maker.token)).status).toBe(200)
  expect((await fetched(taskId ?? 0, maker.token)).status).toBe(200)
  expect(told(await fetched(taskId ?? 0, maker.token))).toEqual([409, '下载次数已达上限'])
  const row = await exportOf(id)
  expect([row.downloads, row.fileHash.length]).toEqual([3, 64])
  const log = await app.request<{ fetched: unknown[]; columnNames: string }>('GET', `${X}/log/info/${id}`, {
    token: maker.token,
  })
  expect([log.data.fetched.length, log.data.columnNames]).toEqual([3, '会员号、手机号、真实姓名'])
  await sql`update "userExport" set "downloads" = 0, "fileUntil" = now() - interval '1 hour' where "id" = ${id}`.execute(
    app.db,
  )
  expect(told(await fetched(taskId ?? 0, maker.token))).toEqual([409, '文件已过期'])
  // Two who fetch it for the last time at once: one gets it.
  await sql`update "userExport" set "downloads" = 2, "fileUntil" = now() + interval '1 hour' where "id" = ${id}`.execute(
    app.db,
  )
  const last = await waitsForRow(
    app,
    (tx) => sql`select 1 from "userExport" where "id" = ${id} for update`.execute(tx),
    () => fetched(taskId ?? 0, maker.token),
    () => fetched(taskId ?? 0, maker.token),
  )
  expect(last.map(({ status, code }) => code || status).sort()).toEqual([200, 409])
  expect((await exportOf(id)).downloads).toBe(3)
  await sql`update "userExport" set "fileUntil" = now() - interval '1 hour' where "id" = ${id}`.execute(
    app.db,
  )
  expect(
    told(
      await app.request('GET', '/common/download/zip', {
        token: maker.token,
        query: { taskIds: String(taskId) },
      }),
    ),
  ).toEqual([422, '所选文件只能单独下载'])
})

test('a masked export needs no decision, hides what is to be hidden from whomever, and leaves its row', async () => {
  const person = await app.person({
    permissions: ['admin:user:export', 'admin:user:phone', 'admin:user:sensitive', 'file:export:list'],
    dataScope: 1,
  })
  const asked = await post(X, { columns: 'userNo,phone,realName', keywords: '用户7' }, person.token)
  expect(asked.data.waits).toBe(false)
  expect(await ended(app, asked.data.taskId)).toMatchObject({ status: 2 })
  const file = await fetched(asked.data.taskId, person.token)
  const rows = await rowsIn(file.bytes, 'masked.xlsx')
  expect(
    rows.slice(1).every(([, phone, name]) => /^137\*{4}\d{4}$/.test(phone ?? '') && name === '欧**'),
  ).toBe(true)
  const row = await exportOf(asked.data.id)
  expect([row.isFull, row.rows, row.rows]).toEqual([0, rows.length - 1, row.rows])
  expect((await post(X, { isFull: 1, reason: '看看' }, person.token)).code).toBe(403)
  const own = await app.person({ permissions: ['admin:user:export', 'file:export:list'], dataScope: 6 })
  const none = await post(X, {}, own.token)
  expect((await exportOf(none.data.id)).rows).toBe(0)
})

test('files in a locked zip are read with the right password alone', () => {
  const data = Buffer.from('abc'.repeat(70_000))
  const zip = lockedZip([{ name: '用户.txt', data }], 'p4ss')
  expect(opened(zip, 'p4ss').equals(data)).toBe(true)
  expect(zip.includes(Buffer.from('abcabc'))).toBe(false)
})

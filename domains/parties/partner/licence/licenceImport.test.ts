import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importFile, startWorker } from '../../../../tests/importing.ts'
import { ORG, openPartners, type Partners } from '../../../../tests/partners.ts'

let app: TestApp
let parties: Partners
let stop: () => Promise<void>
let code = ''

beforeAll(async () => {
  app = await testApp()
  parties = await openPartners(app)
  stop = startWorker(app)
  const id = await parties.company()
  const row = await app.db
    .selectFrom('company')
    .select('orgCode')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  code = row.orgCode
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEAD = '归属编码,归属,证照类型,证照编号,持证主体,生效日期,到期日期,长期\n'
const line = (no: string, owner = code, end = '2030-12-31', long = '否') =>
  `${owner},往来单位,食品经营许可证,${no},某商行,2026-01-01,${end},${long}\n`
const run = (content: string) =>
  importFile(app, parties.token, 'licence', { name: 'licences.csv', content: HEAD + content })
const post = (path: string, body: Record<string, unknown>) =>
  app.request('POST', `${ORG}/licence/${path}`, { token: parties.token, body })
const stored = () =>
  app.db
    .selectFrom('licence')
    .select(['id', 'licenceNo', 'endDate', 'auditStatus', 'chainId'])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()

test('one bad row and no licence is written; each is named by its column', async () => {
  const task = await run(line('A1') + line('A2', 'NOBODY') + line('A3', code, '2025-12-31'))
  expect(task).toMatchObject({ status: 3, success: 0, fail: 2 })
  const { data } = await app.request<{ errors: { rowNo: number; field: string; message: string }[] }>(
    'GET',
    `/file/task/info/${task.id}`,
    { token: parties.token },
  )
  expect(data.errors.map((one) => [one.rowNo, one.field, one.message])).toEqual([
    [3, '归属编码', '归属编码不存在'],
    [4, '到期日期', '到期日期不能早于生效日期'],
  ])
  expect(await stored()).toEqual([])
})

test('imported licences are drafts that pass only once files were added; the same file twice doubles none', async () => {
  expect(await run(line('B1') + line('B2', code, '', '是'))).toMatchObject({ status: 2, success: 2 })
  expect(await run(line('B1', code, '2031-12-31') + line('B2', code, '', '是'))).toMatchObject({
    status: 2,
    success: 2,
  })
  const rows = await stored()
  expect(rows.map((row) => [row.licenceNo, row.endDate, row.auditStatus, row.chainId === row.id])).toEqual([
    ['B1', '2031-12-31', -1, true],
    ['B2', null, -1, true],
  ])
  const id = rows[0]?.id ?? 0
  expect((await post(`examine/${id}`, { id, auditStatus: 1 })).code).toBe(409)
  const bare = await post('update', { id, holder: '某某商行' })
  expect([bare.code, bare.message]).toEqual([422, '请选择附件'])
  const files = [{ name: '许可证.pdf', url: '/upload/licence.pdf', size: 1000 }]
  expect((await post('update', { id, files })).code).toBe(200)
  expect((await post(`examine/${id}`, { id, auditStatus: 1 })).code).toBe(200)
  expect(await run(line('B1'))).toMatchObject({ status: 3, fail: 1 })
})

import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { createWorkbook, openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { creditCode } from '../../../tests/companies.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEADS = {
  单位: '单位编码 单位名称 单位类型 渠道 统一社会信用代码 所在地区 详细地址 联系人 联系电话 结算方式',
  售达方: '单位编码 售达方名称 渠道 销售组织 分销渠道 产品组 付款条件',
  付款方: '单位编码 付款方名称 结算方式',
  送达方: '单位编码 送达方名称 收货人 收货电话 地区 详细地址 收货开始 收货结束',
  开票方: '单位编码 发票抬头 纳税人识别号 发票类型 收票邮箱',
} as const
type Name = keyof typeof HEADS
type Sheets = Partial<Record<Name, string[][]>>

/** A workbook of the sheets given, in the order given. */
async function book(sheets: Sheets): Promise<Buffer> {
  const target = new PassThrough()
  const content = buffer(target)
  const names = (['单位', '售达方', '付款方', '送达方', '开票方'] as const).filter((name) => sheets[name])
  const written = createWorkbook(target, {
    sheets: names.map((name) => ({ name, columns: HEADS[name].split(' ').map((title) => ({ title })) })),
  })
  for (const [place, name] of names.entries())
    for (const row of sheets[name] ?? []) await written.addRow(place, row)
  await written.end()
  return content
}

let made = 0
let code = ''
let credit = ''
beforeEach(() => {
  made += 1
  code = `DR${made}`
  credit = creditCode()
})

const PLACE = '福建省/福州市/鼓楼区'
const full = (): Required<Sheets> => ({
  单位: [
    [code, `多表单位${made}`, '企业', '供应链', credit, PLACE, '示例路1号', '张三', '13600000001', '预付'],
  ],
  售达方: [[code, `多表单位${made}`, '供应链', '1000', '10', '00', 'Z030']],
  付款方: [[code, '总部付款', '月结']],
  送达方: [
    [code, '东仓', '李四', '13600000002', PLACE, '东街1号', '08:00', '18:00'],
    [code, '西仓', '王五', '13600000003', PLACE, '西街1号', '', ''],
  ],
  开票方: [[code, `多表单位${made}`, credit, '电子普票', 'bill@example.com']],
})

const run = async (sheets: Sheets, as = token, query = {}) =>
  importFile(app, as, 'company', { name: 'companies.xlsx', content: await book(sheets) }, query)

interface Refusal {
  sheet: string
  rowNo: number
  field: string
  message: string
}
const refusals = async (id: number, as = token) =>
  (await app.request<{ errors: Refusal[] }>('GET', `/file/task/info/${id}`, { token: as })).data.errors.map(
    ({ sheet, rowNo, field, message }) => [sheet, rowNo, field, message],
  )

/** How many companies of the code there are, and what stands under them. */
async function counts() {
  const found = await app.db.selectFrom('company').select('id').where('orgCode', '=', code).execute()
  const ids = [0, ...found.map((row) => row.id)]
  const under = async (table: 'shouda' | 'payer' | 'shipTo' | 'invoiceTo') =>
    (
      await app.db
        .selectFrom(table)
        .select('id')
        .where('companyId', 'in', ids)
        .where('isDel', '=', 0)
        .execute()
    ).length
  return [
    found.length,
    await under('shouda'),
    await under('payer'),
    await under('shipTo'),
    await under('invoiceTo'),
  ]
}

test('a company and its partners are imported together, linked and ready to be handed in', async () => {
  expect(await run(full())).toMatchObject({ status: 2, total: 6, success: 6, fail: 0 })
  expect(await counts()).toEqual([1, 1, 1, 2, 1])
  const soldTo = await app.db
    .selectFrom('shouda')
    .selectAll()
    .where('shoudaName', '=', `多表单位${made}`)
    .executeTakeFirstOrThrow()
  const links = await app.request<{ role: number; name: string; isDefault: number }[]>(
    'GET',
    `/admin/system/org/shouda/partners/${soldTo.id}`,
    { token },
  )
  expect(links.data.map((link) => [link.role, link.name, link.isDefault])).toEqual([
    [1, '总部付款', 1],
    [2, '东仓', 1],
    [2, '西仓', 0],
    [3, `多表单位${made}`, 1],
  ])
  const handedIn = await app.request('POST', `/admin/system/org/shouda/submit/${soldTo.id}`, {
    token,
    body: { id: soldTo.id },
  })
  expect(handedIn.code).toBe(200)
})

test('one bad row in another sheet and nothing is written; it is named by sheet, row and column', async () => {
  const sheets = full()
  sheets.送达方.push([code, '南仓', '赵六', '123', PLACE, '南街1号', '', ''])
  sheets.付款方.push(['NOBODY', '无主付款', '月结'])
  sheets.开票方.push([code, '别家', '91350100M000100Y43', '电子普票', 'bill@example.com'])
  sheets.开票方.push([code, '无邮箱', credit, '电子普票', ''])
  const task = await run(sheets, token, { skipBad: 1 })
  expect(task).toMatchObject({ status: 3, success: 0, fail: 4 })
  expect(await refusals(task.id)).toEqual([
    ['付款方', 3, '单位编码', '单位编码不存在'],
    ['送达方', 4, '收货电话', expect.stringContaining('格式不正确')],
    ['开票方', 3, '纳税人识别号', '税号与单位信用代码不一致，请在开票方页面录入'],
    ['开票方', 4, '收票邮箱', '请输入收票邮箱'],
  ])
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  const file = await app.request('GET', '/common/download', { token, query: { fileName: task.errorFile } })
  const errors = await openSheet(Readable.from([file.bytes]), { fileName: task.errorFile })
  const rows = []
  for await (const row of (await errors.named('送达方'))?.rows() ?? []) rows.push(row.cells)
  expect(rows.map((cells) => [cells[1], cells[8]])).toEqual([
    ['送达方名称', '结果'],
    ['南仓', '失败'],
  ])
  await errors.close()
})

test('what only the writing finds is undone with everything before it', async () => {
  const sheets = full()
  // In the columns nothing is wrong; the hours are only compared when the row is prepared.
  sheets.送达方[1] = [code, '西仓', '王五', '13600000003', PLACE, '西街1号', '18:00', '08:00']
  const task = await run(sheets)
  expect(task).toMatchObject({ status: 3, success: 0, fail: 1 })
  expect(await refusals(task.id)).toEqual([['送达方', 3, '收货结束', '结束时间不能早于开始时间']])
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
})

test('the same file twice doubles nothing; what is handed in is left alone', async () => {
  expect(await run(full())).toMatchObject({ status: 2, success: 6 })
  const again = full()
  again.付款方[0] = [code, '总部付款', '账期']
  expect(await run(again)).toMatchObject({ status: 2, success: 6 })
  expect(await counts()).toEqual([1, 1, 1, 2, 1])
  const payer = await app.db
    .selectFrom('payer')
    .innerJoin('company', 'company.id', 'payer.companyId')
    .select('payer.settleType')
    .where('company.orgCode', '=', code)
    .execute()
  expect(payer).toEqual([{ settleType: 4 }])
  await app.db
    .updateTable('company')
    .set({ auditStatus: 1, inForce: 1 })
    .where('orgCode', '=', code)
    .execute()
  const third = await run(full())
  expect(third).toMatchObject({ status: 3, success: 0, fail: 1 })
  expect(await refusals(third.id)).toEqual([['单位', 2, '', '单位已提交或审核，请在页面修改']])
})

test('who may not enter payers imports none', async () => {
  const person = await app.person({ permissions: ['admin:system:org:import'] })
  const task = await run({ 单位: full().单位, 付款方: full().付款方 }, person.token)
  expect(task).toMatchObject({ status: 3, fail: 1 })
  expect((await refusals(task.id, person.token)).map(([sheet]) => sheet)).toEqual(['付款方'])
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  expect(await run({ 单位: full().单位 }, person.token)).toMatchObject({ status: 2, success: 1 })
})

test('the template has the five sheets with their examples, which are passed over', async () => {
  const answer = await app.request('GET', '/file/import/template', { token, query: { bizType: 'company' } })
  const file = await openSheet(Readable.from([answer.bytes]), { fileName: 'template.xlsx' })
  for (const name of Object.keys(HEADS)) {
    const rows = []
    for await (const row of (await file.named(name))?.rows() ?? []) rows.push(row.cells)
    expect([name, rows.length, rows[0]?.[0]?.replace('*', '')]).toEqual([name, 2, '单位编码'])
  }
  await file.close()
  const refused = await importFile(app, token, 'company', { name: 'template.xlsx', content: answer.bytes })
  expect([refused.status, refused.message]).toEqual([3, '文件没有数据'])
})

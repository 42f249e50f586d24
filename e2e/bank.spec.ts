// What the bank says: brought in as a sheet, compared with the accounts, and decided by a finance clerk with just these rights.
import { bankNumber, openVacct, tellBank } from './support/bank.ts'
import { csvOf } from './support/files.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
  dialog,
  expect,
  find,
  front,
  openMenu,
  openRow,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const DECIDES = ['匹配', '补记入账', '冲正', '忽略']
const CLERK = {
  虚拟账户: [],
  银行流水: ['导入银行流水', ...DECIDES],
  工行虚拟账户对账日志: ['导入银行流水', '立即对账', ...DECIDES],
  我的上传: [],
}
const HEAD = ['银行流水号', '虚拟账号', '借贷', '金额', '交易时间', '对方户名', '摘要']
const today = (): string => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 10)

interface Line {
  entryNo: string
  matchStatus: number
}
const lineOf = async (serialNo: string): Promise<Line | undefined> =>
  (await ask<{ list: Line[] }>('GET', `/admin/cust/vacct/list?keywords=${serialNo}`)).list[0]

test('O §13-24: a clerk brings in the file of the bank, compares the day and enters what is missing', async ({
  browse,
}) => {
  const { vacctNo, vacctName } = await openVacct()
  const serialNo = unique('YH')
  const page = await browse(await person('财务员', CLERK), '/IcbcVacctLog')
  await press(page, front(page).locator('.k-list-bar'), '导入银行流水')
  const box = dialog(page, '导入银行流水')
  const cells = [serialNo, vacctNo, '入账', '88.00', `${today()} 00:00:05`, '远洋食品', '货款']
  await box
    .getByLabel('选择导入文件')
    .setInputFiles({ name: '流水.csv', mimeType: 'text/csv', buffer: csvOf([HEAD, cells]) })
  await box.getByLabel('导入（有错误则全部不导入）').check()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('导入完成')).toBeVisible()
  await box.getByRole('button', { name: '完成' }).click()
  await expect.poll(async () => (await lineOf(serialNo))?.matchStatus).toBe(0)

  await press(page, front(page).locator('.k-list-bar'), '立即对账')
  const form = dialog(page, '立即对账')
  await form.getByLabel('对账日期').fill(today())
  await form.getByLabel('对账日期').press('Tab')
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '已核对')
  await search(page, vacctNo)
  await expect(row(front(page), vacctName)).toContainText('有差异')
  await looksRight(page)
  await openRow(row(front(page), vacctName))
  await expect(page).toHaveURL(/\/IcbcVacctLog\/info\/\d+$/)
  const line = row(front(page), serialNo)
  await expect(line).toContainText('银行有我方无')
  await expect(line).toContainText('补记入账')
  await looksRight(page)
  await accessible(page)
  await press(page, line, '补记入账')
  await agree(page, '确定补记吗')
  await expect(front(page).getByText('没有待处理的差异')).toBeVisible()
  await expect(front(page).locator('.k-record-head')).toContainText('已处理')

  expect((await lineOf(serialNo))?.entryNo).toMatch(/^\d{16}$/)
  await openMenu(page, '账户中心', '虚拟账户')
  await search(page, vacctNo)
  await expect(row(front(page), vacctName)).toContainText('88.00')
})

test('O §6.10: on a phone a movement nobody knows the account of is assigned, entered and taken back', async ({
  browse,
}) => {
  const { vacctName } = await openVacct()
  const serialNo = unique('YH')
  await tellBank([{ bankSerialNo: serialNo, vacctNo: bankNumber(), amount: '360.00', purpose: '订货款' }])
  await expect.poll(async () => (await lineOf(serialNo))?.matchStatus).toBe(0)
  const page = await browse(await person('财务员', CLERK), '/user/bankLine?matchStatus=0,2,3,4', {
    viewport: { width: 360, height: 780 },
  })
  await search(page, serialNo)
  await expect(front(page).getByText(serialNo).first()).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await front(page).getByText(serialNo).first().click()
  await expect(page).toHaveURL(/\/user\/bankLine\/info\/\d+/)
  const head = front(page).locator('.k-record-head')
  await press(page, head, '指定账户')
  const form = dialog(page, '指定账户')
  await find(page, form.getByLabel('虚拟账户'), vacctName, vacctName)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '已指定账户')
  await press(page, head, '补记入账')
  await agree(page, '确定补记吗')
  await expect(head).toContainText('已匹配')
  await looksRight(page)
  await press(page, head, '冲正')
  const reason = page.getByRole('dialog', { name: '冲正原因' })
  await reason.getByRole('textbox').fill('银行退回')
  await reason.getByRole('button', { name: '确定' }).click()
  await expect(head).toContainText('未匹配')
  await expect(front(page).getByText('银行退回').first()).toBeVisible()
})

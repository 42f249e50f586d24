// Accounts of companies: a cashier tops up, finance decides, what moved is read back, and a day is looked at.
import { ctAccount } from './support/companies.ts'
import { query } from './support/database.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import { ask, person, serial, unique } from './support/people.ts'
import { agree, dialog, expect, front, openRow, press, row, search, test, told } from './support/test.ts'

const CT = '/admin/ct/account'

interface Account {
  balance: string
  frozen: string
  creditLimit: string
  available: string
  status: number
}
const read = (id: number) => ask<Account>('GET', `${CT}/info/${id}`)

test('O §6.10: a cashier tops up, finance agrees, and the money is there for both', async ({ browse }) => {
  const { id, companyId, name } = await ctAccount()
  const serialNo = unique('ICBC')
  const cashier = await browse(await person('出纳', { 账户管理: ['充值'], 账户单据: [] }), '/user/account')
  await search(cashier, name)
  await press(cashier, row(front(cashier), name), '充值')
  const form = dialog(cashier, /^充值/)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入金额')).toBeVisible()
  await form.getByLabel('金额').fill('5000')
  // Enter takes the time and does not hand the form in.
  await form.getByLabel('到账时间').fill('2026-01-05 09:30:00')
  await cashier.keyboard.press('Enter')
  await expect(form.getByText('请输入银行流水号')).toHaveCount(0)
  await form.getByLabel('银行流水号').fill(serialNo)
  await looksRight(cashier)
  await form.getByRole('button', { name: '保存' }).click()
  await told(cashier, '已提交')
  expect((await read(id)).balance).toBe('0.00')
  // Whoever tops up does not decide.
  await cashier.goto(`/user/accountRecord?keywords=${serialNo}`)
  await expect(row(front(cashier), name)).toContainText('待审核')
  await expect(row(front(cashier), name).getByRole('button', { name: '审核' })).toHaveCount(0)

  const clerk = await browse(
    await person('财务', { 账户管理: ['导出流水'], 账户单据: ['审核'] }),
    `/user/accountRecord?keywords=${serialNo}`,
  )
  await press(clerk, row(front(clerk), name), '审核')
  await expect(front(clerk)).toContainText('5,000.00')
  await front(clerk).getByRole('button', { name: '通过' }).click()
  await expect(front(clerk).getByText('审核通过', { exact: true }).first()).toBeVisible()
  await accessible(clerk)
  expect((await read(id)).balance).toBe('5000.00')

  await clerk.goto('/user/account')
  await search(clerk, name)
  await openRow(row(front(clerk), name))
  await expect(clerk).toHaveURL(new RegExp(`/user/accountInfo/${companyId}\\?accountType=2$`))
  await expect(front(clerk).locator('.k-record-figures')).toContainText('5,000.00')
  await front(clerk).getByRole('tab', { name: '账户流水' }).click()
  await expect(clerk).toHaveURL(/accountType=2&tab=entries$/)
  await expect(row(front(clerk), '账户充值')).toContainText('5,000.00')
  await expect(front(clerk)).toContainText('收入合计 5,000.00 元')
  await accessible(clerk)
  for (const size of WIDTHS) {
    await clerk.setViewportSize(size)
    await looksRight(clerk)
  }
})

test('O §6.10: credit waits for somebody else; amounts and accounts are frozen with a reason', async ({
  browse,
}) => {
  const { id, name } = await ctAccount()
  const maker = await browse(
    await person('信控', { 账户管理: ['调整授信', '冻结金额', '解冻金额', '冻结账户'], 账户单据: [] }),
    '/user/account',
  )
  await search(maker, name)
  await press(maker, row(front(maker), name), '调整授信')
  const credit = dialog(maker, /^调整授信/)
  await credit.getByLabel('授信额度').fill('800')
  await credit.getByLabel('原因').fill('年度授信')
  await credit.getByRole('button', { name: '保存' }).click()
  await told(maker, '已提交')
  expect((await read(id)).creditLimit).toBe('0.00')

  const judge = await browse(
    await person('主管', { 账户单据: ['审核'] }),
    '/user/accountRecord?auditStatus=0',
  )
  await press(judge, row(front(judge), name), '审核')
  await front(judge).getByRole('button', { name: '通过' }).click()
  await expect.poll(async () => (await read(id)).available).toBe('800.00')

  await maker.reload()
  await press(maker, row(front(maker), name), '冻结金额')
  const freeze = dialog(maker, /^冻结金额/)
  await freeze.getByLabel('冻结金额').fill('900')
  await freeze.getByLabel('原因').fill('合同争议')
  await freeze.getByRole('button', { name: '保存' }).click()
  await expect(freeze).toContainText('账户可用额度不足，可用800.00元')
  await freeze.getByLabel('冻结金额').fill('300')
  await freeze.getByRole('button', { name: '保存' }).click()
  await told(maker, '冻结成功')
  expect(await read(id)).toMatchObject({ frozen: '300.00', available: '500.00' })

  await press(maker, row(front(maker), name), '冻结账户')
  const why = dialog(maker, '冻结原因')
  await why.getByRole('textbox').fill('欠款')
  await why.getByRole('button', { name: '确定' }).click()
  await told(maker, '账户已冻结')
  await press(maker, row(front(maker), name), '解冻账户')
  await agree(maker, '确定解冻账户')
  await told(maker, '账户已解冻')
  expect((await read(id)).status).toBe(1)
})

test('O §9: the statement of an account is printed for a period, and its company shows the account', async ({
  browse,
}) => {
  const { id, companyId, name } = await ctAccount()
  const page = await browse(await person('对账', { 账户管理: [], 客户关系: [] }), `/user/accountPrint/${id}`)
  await expect(front(page)).toContainText('账户对账单')
  await expect(front(page)).toContainText(name)
  await expect(front(page)).toContainText('期末余额 0.00')
  await page.goto(`/company/infoCustomers/${companyId}/see?tab=account`)
  await expect(front(page)).toContainText('可用额度')
  await expect(front(page)).toContainText('还没有流水')
  await looksRight(page)
  await accessible(page)
})

test('O §6.10: a closed day is looked at, computed anew, handed to SAP, and stands then', async ({
  browse,
}) => {
  const { id, name } = await ctAccount()
  // A day of its own, long ago.
  const day = new Date(Date.UTC(1990, 0, 1 + (serial() % 9000))).toISOString().slice(0, 10)
  const zbatch = `${day.replaceAll('-', '')}2001`
  const begin = `${day} 00:00:00+08`
  await query(`delete from "balanceDaily" where "zbatch" = $1`, [zbatch])
  await query(
    `insert into "balanceDaily" ("zbatch", "zflag", "bizDate", "bizTime", "accountType")
      select $1, flag, $2, $3, 2 from generate_series(1, 4) flag`,
    [zbatch, day, begin],
  )
  await query(
    `insert into "accountEntry" ("entryNo", "accountId", "accountType", "pm", "transactionType", "zflag", "amount", "balance",
        "frozen", "linkId", "title", "sourceType", "sourceId", "createTime")
      values ($1, $2, 2, 1, 1, 1, 123456, 123456, 0, $1, '账户充值', 'e2e', $3, $4::timestamptz + interval '9 hours')`,
    [unique('LS'), id, serial(), begin],
  )
  const page = await browse(
    await person('对账', { 余额对账: ['推送SAP', '重算'] }),
    `/user/balance?keywords=${zbatch}`,
  )
  const line = row(front(page), zbatch).filter({ hasText: '充值' })
  await expect(line).toContainText('0.00')
  await press(page, line, '重算')
  await agree(page, '重新计算')
  await expect(line).toContainText('1,234.56')
  await press(page, line, '推送SAP')
  await told(page, '已加入SAP队列')
  // What was handed over is not computed anew.
  await line.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: /重算/ })).toContainText('已推送SAP，不能重算')
  await page.keyboard.press('Escape')
  await openRow(line)
  await expect(page).toHaveURL(new RegExp(`/user/balance/info/${zbatch}/1$`))
  await expect(row(front(page), name)).toContainText('1,234.56')
  await accessible(page)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await looksRight(page)
  }
  // The next day that is closed follows the last one, which is none of long ago.
  await query(`delete from "balanceDaily" where "zbatch" = $1`, [zbatch])
  await query(`delete from "sapOutbox" where "bizType" = 'balanceDaily' and "bizSn" like $1 || '%'`, [zbatch])
  await query(`delete from "accountEntry" where "sourceType" = 'e2e' and "accountId" = $1`, [id])
})

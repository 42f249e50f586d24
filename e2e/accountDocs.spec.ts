// Documents about money: a consumer is paid out, a top-up is taken back, an adjustment is written in the form; each by one person
// and decided by another, and the balance is read before and after.
import { ctAccount } from './support/companies.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { upload } from './support/pictures.ts'
import { shopCustomer } from './support/shopFront.ts'
import { dialog, expect, find, front, openRow, press, row, search, test, told } from './support/test.ts'

type Page = Parameters<typeof looksRight>[0]

interface Figures {
  id: number
  balance: string
  frozen: string
}
const ofCompany = (id: number): Promise<Figures> => ask('GET', `/admin/ct/account/info/${id}`)
async function ofConsumer(name: string): Promise<Figures> {
  const words = encodeURIComponent(name)
  const { list } = await ask<{ list: Figures[] }>(
    'GET',
    `/admin/account/list?accountType=1&keywords=${words}`,
  )
  const [one] = list
  if (one === undefined) throw new Error(`${name} has no account`)
  return one
}

async function agreed(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '通过' }).click()
  await expect(front(page).getByText('审核通过', { exact: true }).first()).toBeVisible()
}

test('O §2.10: what a consumer asks to be paid out is frozen, paid with its voucher by a clerk, and another time given back', async ({
  browse,
}) => {
  const nickname = unique('提现客')
  const { id: uid } = await ask('POST', '/admin/user/save', { phone: phone(), nickname })
  const given = new URLSearchParams({
    uid: String(uid),
    moneyValue: '100.00',
    mark: '期初',
    requestNo: unique('Q'),
  })
  await ask('GET', `/admin/user/operate/founds?${given}`)
  expect(await ofConsumer(nickname)).toMatchObject({ balance: '100.00', frozen: '0.00' })
  const shop = await shopCustomer(uid)
  const payee = {
    method: 'bank',
    payeeName: nickname,
    payeeAccount: '6222021234567890',
    payeeBank: '工商银行',
  }
  const first = await shop<{ withdrawSn: string }>('/open/withdraw/save', { ...payee, amount: '60.00' })
  expect(await ofConsumer(nickname)).toMatchObject({ balance: '100.00', frozen: '60.00' })

  const reader = await browse(
    await person('客服', { 账户管理: ['查看提现'] }),
    `/user/account?view=withdraw&keywords=${first.withdrawSn}`,
  )
  await expect(row(front(reader), nickname)).toContainText('****7890')
  await expect(row(front(reader), nickname).getByRole('button', { name: '通过' })).toHaveCount(0)

  const page = await browse(
    await person('出纳', { 账户管理: ['查看提现', '审核提现', '查看收款账号'], 图片管理: ['上传'] }),
    '/user/account?view=withdraw&status=0',
  )
  await search(page, first.withdrawSn)
  const line = row(front(page), nickname)
  await expect(line).toContainText('审核中')
  await expect(line).toContainText('6222021234567890')
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, line, '通过')
  const paying = dialog(page, /^提现打款/)
  await expect(paying).toContainText(`请先向 ${nickname} 工商银行 6222021234567890 打款 60.00 元`)
  await paying.getByRole('button', { name: '保存' }).click()
  await expect(paying.getByText('请选择打款凭证').first()).toBeVisible()
  expect(await ofConsumer(nickname)).toMatchObject({ balance: '100.00', frozen: '60.00' })
  await upload(page, paying.getByRole('button', { name: '上传' }))
  await looksRight(page)
  await paying.getByRole('button', { name: '保存' }).click()
  await told(page, '已提现')
  expect(await ofConsumer(nickname)).toMatchObject({ balance: '40.00', frozen: '0.00' })

  const second = await shop<{ withdrawSn: string }>('/open/withdraw/save', { ...payee, amount: '40.00' })
  await page.goto(`/user/account?view=withdraw&keywords=${second.withdrawSn}`)
  await press(page, row(front(page), nickname), '驳回')
  await dialog(page, '驳回原因').getByRole('textbox').fill('户名不符')
  await dialog(page, '驳回原因').getByRole('button', { name: '确定' }).click()
  await told(page, '已驳回，冻结的金额已退回余额')
  expect(await ofConsumer(nickname)).toMatchObject({ balance: '40.00', frozen: '0.00' })
  await page.goto(`/user/account?view=withdraw&keywords=${encodeURIComponent(nickname)}`)
  await expect(row(front(page), first.withdrawSn)).toContainText('已提现')
  await expect(row(front(page), second.withdrawSn)).toContainText('未通过')
})

test('O §6.10: a top-up that entered its account is taken back by two people, once', async ({ browse }) => {
  const { id, companyId, name } = await ctAccount()
  const bankSerialNo = unique('CX')
  await ask('POST', '/admin/ct/account/record/topUp', {
    accountId: id,
    amount: '300.00',
    payType: 'bank',
    payTime: 1_770_000_000,
    bankSerialNo,
  })
  const records = `/user/accountRecord?keywords=${bankSerialNo}`
  const judge = await browse(await person('主管', { 账户单据: ['审核'], 账户管理: [] }), records)
  await press(judge, row(front(judge), name), '审核')
  await agreed(judge)
  expect(await ofCompany(id)).toMatchObject({ balance: '300.00' })

  const clerk = await browse(await person('财务', { 账户单据: ['冲正'] }), records)
  await press(clerk, row(front(clerk), name), '冲正')
  const why = dialog(clerk, '冲正原因')
  await expect(why).toContainText('300.00 元，须由另一人审核')
  await why.getByRole('textbox').fill('银行退汇')
  await why.getByRole('button', { name: '确定' }).click()
  await told(clerk, '冲正已提交，等待审核')
  expect(await ofCompany(id)).toMatchObject({ balance: '300.00' })
  await press(clerk, row(front(clerk), name), '冲正')
  await dialog(clerk, '冲正原因').getByRole('textbox').fill('再一次')
  await dialog(clerk, '冲正原因').getByRole('button', { name: '确定' }).click()
  await expect(clerk.getByText(/该充值单已申请冲正/).first()).toBeVisible()

  await judge.goto(`/user/accountRecord?accountId=${id}&auditStatus=0`)
  await press(judge, row(front(judge), '充值冲正'), '审核')
  await expect(front(judge)).toContainText('银行退汇')
  await looksRight(judge)
  await accessible(judge)
  await agreed(judge)
  expect(await ofCompany(id)).toMatchObject({ balance: '0.00' })
  await judge.goto(`/user/accountInfo/${companyId}?accountType=2&tab=entries`)
  await expect(row(front(judge), '充值冲正')).toContainText('300.00')
  await expect(front(judge)).toContainText('支出合计 300.00 元')
})

test('O §6.10: an adjustment is written in the form of documents, handed in, and decided by somebody else', async ({
  browse,
}) => {
  const { id, name } = await ctAccount()
  const page = await browse(
    await person('会计', { 账户单据: ['新增', '提交'], 账户管理: [] }),
    '/user/accountRecord/add',
  )
  const form = front(page)
  await form.getByRole('button', { name: '提交' }).first().click()
  await expect(form.getByText('请选择账户').first()).toBeVisible()
  await find(page, form.getByLabel('账户', { exact: true }), name, name)
  await expect(form.getByLabel('银行流水号')).toBeVisible()
  await form.getByRole('radio', { name: '人工调整' }).check()
  // What only a top-up has is not asked for.
  await expect(form.getByLabel('银行流水号')).toHaveCount(0)
  await expect(form.getByLabel('到账时间')).toHaveCount(0)
  await form.getByRole('radio', { name: '收入' }).check()
  await form.getByLabel('金额').fill('12.34')
  await form.getByLabel('备注').fill('尾差调整')
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await looksRight(page)
  }
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: '提交' }).first().click()
  await told(page, '已提交')
  expect(await ofCompany(id)).toMatchObject({ balance: '0.00' })

  const judge = await browse(
    await person('主管', { 账户单据: ['审核'] }),
    `/user/accountRecord?accountId=${id}`,
  )
  await openRow(row(front(judge), name))
  await expect(front(judge)).toContainText('尾差调整')
  await press(judge, front(judge).locator('.k-record-head'), '审核')
  await agreed(judge)
  expect(await ofCompany(id)).toMatchObject({ balance: '12.34' })
})

// Money that came in wrong: a cashier has it refunded, somebody else decides and carries it out, and the provider gives it back.
import { startFakePay } from '../app/fakes/pay.ts'
import { SANDBOX } from '../domains/accounts/payment/payment.sign.ts'
import { left } from './support/env.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, person, serial } from './support/people.ts'
import { shopCustomer } from './support/shopFront.ts'
import { agree, dialog, expect, front, openRow, press, row, search, test, told } from './support/test.ts'

const CASHIER = {
  支付流水: ['查询渠道', '上传凭证'],
  支付异常: ['处理'],
  退款单: ['导出'],
}
const FINANCE = {
  支付流水: ['查询渠道', '确认收款'],
  支付异常: [],
  退款单: ['审核', '执行退款', '作废', '打印'],
}

type Gateway = Awaited<ReturnType<typeof startFakePay>>
let gateway: Gateway

test.beforeAll(async () => {
  gateway = await startFakePay()
  // The address of the site is one of nobody; what is told goes to the product under test.
  gateway.deliver = async (url, body, headers) => {
    const answer = await fetch(`${left('full')}${new URL(url).pathname}`, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const fields = Object.entries({
    pay_weixin_open: '1',
    pay_weixin_url: gateway.base,
    pay_weixin_merchant: SANDBOX.merchant,
    pay_weixin_key: SANDBOX.key,
  }).map(([name, value]) => ({ name, value }))
  await ask('POST', '/admin/system/config/save/form', { id: 79, fields })
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_url', value: 'http://shop.example' })
})
test.afterAll(() => gateway.stop())

/** A customer of a shop front begins to put money into their account; answers the number of the payment. */
async function topUp(amount: string): Promise<string> {
  const shop = await shopCustomer(800_000 + serial())
  const body = { amount, payType: 'weixin', payChannel: 'public', openId: 'o1' }
  return (await shop<{ flowNo: string }>('/open/recharge/save', body)).flowNo
}

test('O §13-7: another amount than was asked for is refunded by a note that a second person decides and carries out', async ({
  browse,
}) => {
  const flowNo = await topUp('147.69')
  gateway.pay(flowNo, '147.60')
  expect((await gateway.tell(flowNo)).status).toBe(200)

  const cashier = await browse(await person('出纳', CASHIER), '/order/orderPaymentException')
  await search(cashier, flowNo)
  const exception = row(front(cashier), flowNo)
  await expect(exception).toContainText('金额不符')
  await expect(exception).toContainText('−0.09')
  await looksRight(cashier)
  await accessible(cashier)
  await press(cashier, exception, '退款')
  const asking = dialog(cashier, '退款')
  await asking.getByRole('button', { name: '保存' }).click()
  await expect(asking.getByText('请输入处理说明')).toBeVisible()
  await asking.getByLabel('处理说明').fill('金额不符，客户要求退回')
  await asking.getByRole('button', { name: '保存' }).click()
  await told(cashier, '已生成退款单，等待审核')
  await expect(row(front(cashier), flowNo)).toContainText('处理中')

  const finance = await browse(await person('财务', FINANCE), `/order/orderPaymentLog/${flowNo}`)
  await expect(row(front(finance), flowNo)).toContainText('待确认')
  await finance.goto('/order/refundNote?refundType=5&auditStatus=0')
  const note = row(front(finance), '147.60').first()
  await press(finance, note, '审核')
  await expect(front(finance).getByText('金额不符，客户要求退回')).toBeVisible()
  await looksRight(finance)
  await accessible(finance)
  await front(finance).getByRole('button', { name: '通过' }).click()
  await told(finance, '操作成功')
  await press(finance, front(finance).locator('.k-record-head'), '执行退款')
  await agree(finance, '将通过支付渠道把钱退给付款人')
  await told(finance, '退款成功')
  await expect(front(finance).locator('.k-record-head')).toContainText('退款成功')
  await front(finance).getByRole('link', { name: flowNo }).click()
  await expect(front(finance).locator('.k-record-head')).toContainText('147.60')
  await front(finance).getByRole('tab', { name: '渠道报文' }).click()
  await expect(row(front(finance), '金额不符')).toBeVisible()
  await looksRight(finance)
  expect([...gateway.refunds.values()].map(({ amount }) => amount)).toContain('147.60')

  await cashier.goto(`/order/orderPaymentException?keywords=${flowNo}`)
  await expect(row(front(cashier), flowNo)).toContainText('已处理')
})

test('O §6.5: on a phone a payment is asked for at its provider and found paid', async ({ browse }) => {
  const flowNo = await topUp('30.00')
  gateway.pay(flowNo)
  const page = await browse(await person('出纳', CASHIER), `/order/orderPaymentLog?keywords=${flowNo}`, {
    viewport: { width: 360, height: 780 },
  })
  const payment = front(page).locator('.k-card').filter({ hasText: flowNo })
  await expect(payment).toContainText('待支付')
  await looksRight(page)
  await accessible(page)
  await press(page, payment, '查询渠道')
  await told(page, '支付成功')
  await openRow(payment)
  await expect(front(page).locator('.k-record-head')).toContainText('支付成功')
  await looksRight(page)
  await accessible(page)
})

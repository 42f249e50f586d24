import { SANDBOX, signedHeaders } from '../../domains/accounts/payment/payment.sign.ts'
import { left } from './env.ts'
import { ask, unique } from './people.ts'

/** A merchant at 支付宝, whose gateway nobody asks: what it would tell is told by tests. */
async function setMerchant(): Promise<void> {
  const fields = Object.entries({
    pay_alipay_open: '1',
    pay_alipay_url: 'https://pay.example.com',
    pay_alipay_merchant: SANDBOX.merchant,
    pay_alipay_key: SANDBOX.key,
  }).map(([name, value]) => ({ name, value }))
  await ask('POST', '/admin/system/config/save/form', { id: 80, fields })
}

interface Stray {
  flowNo: string
  paymentId: number
  noteId: number
}

/** Money under a number that the product does not know, and the refund note that was made of it. */
export async function strayMoney(amount: string): Promise<Stray> {
  await setMerchant()
  const flowNo = unique('SHOP').toUpperCase()
  const time = Math.floor(Date.now() / 1000)
  const payment = { state: 'paid', transactionId: `T${flowNo}`, amount, fee: '0.00', time }
  const body = JSON.stringify({ event: 'payment', flowNo, payment })
  const headers = signedHeaders(SANDBOX.merchant, SANDBOX.key, body)
  const answer = await fetch(`${left('full')}/api/open/payment/notify/alipay`, {
    method: 'POST',
    body,
    headers,
  })
  if (answer.status !== 200) throw new Error(`The notification was answered ${answer.status}`)
  const first = async (path: string): Promise<{ id: number; version: number }> => {
    const { list } = await ask<{ list: { id: number; version: number }[] }>('GET', path)
    const [row] = list
    if (row === undefined) throw new Error(`${path} finds nothing`)
    return row
  }
  const { id, version } = await first(`/admin/order/payment/exception/list?keywords=${flowNo}`)
  const handleRemark = `旧商城的款项${flowNo}`
  await ask('POST', `/admin/order/payment/exception/handle/${id}`, { version, handleType: 2, handleRemark })
  const { id: paymentId } = await first(`/admin/order/payment/log/list?keywords=${flowNo}`)
  const exception = await ask<{ list: { refundNoteSn: string }[] }>(
    'GET',
    `/admin/order/payment/exception/list?keywords=${flowNo}`,
  )
  const { id: noteId } = await first(
    `/admin/order/refundNote/list?keywords=${exception.list[0]?.refundNoteSn ?? ''}`,
  )
  return { flowNo, paymentId, noteId }
}

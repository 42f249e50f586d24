import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { parseMoney } from '#kit/shared/money.ts'
import { refundNoteCalls } from '../refundNote/refundNote.calls.ts'
import { exceptionCalls } from './payment.calls.ts'
import type { ProviderName } from './payment.entity.ts'
import { takeIn } from './takeIn.server.ts'

// What came in that no order waits for: days ago, provider, number, amount in yuan, and what became of it.
const STRAYS = [
  [9, 'weixin', 'SHOP20260001', '128.00', 'voided'],
  [6, 'alipay', 'SHOP20260002', '59.90', 'ignored'],
  [4, 'weixin', 'SHOP20260003', '399.00', 'approved'],
  [1, 'weixin', 'SHOP20260004', '86.50', 'asked'],
  [0, 'alipay', 'SHOP20260005', '1260.00', 'open'],
] as const

/** As a provider would have told it. */
const told = (demo: Demo, provider: ProviderName, flowNo: string, yuan: string): Promise<string> =>
  asSystem(demo.db, (tx) =>
    takeIn(
      tx,
      {
        provider,
        flowNo,
        state: 'paid',
        transactionId: `${provider === 'weixin' ? '4200' : '2026'}${flowNo}`,
        amount: parseMoney(yuan) ?? 0,
        fee: 0,
        time: new Date(),
      },
      'notified',
    ),
  )

/** Money of an old shop front that no order waits for: voided, ignored, waiting for its decision, not looked at yet. */
export async function fillPayments(demo: Demo): Promise<void> {
  const { as, ago } = demo
  const [cashier, finance] = [as('郑琳'), as('赵慧')]
  for (const [days, provider, flowNo, yuan, end] of STRAYS)
    await ago(days, async () => {
      await told(demo, provider, flowNo, yuan)
      const { list } = await cashier(exceptionCalls.list, { keywords: flowNo })
      const [found] = list
      if (found === undefined || end === 'open') return
      const { id, version } = found
      const handleRemark = end === 'ignored' ? '客服已在旧商城补发商品' : '旧商城已停用，客户要求退款'
      await cashier(exceptionCalls.handle, {
        id,
        version,
        handleRemark,
        handleType: end === 'ignored' ? 4 : 2,
      })
      if (end !== 'voided' && end !== 'approved') return
      const [note] = (await finance(refundNoteCalls.list, { keywords: '', status: '0' })).list
      if (note === undefined) throw new Error('The demonstration has no refund note to decide')
      await finance(refundNoteCalls.examine, { id: note.id, version: note.version, auditStatus: 1 })
      if (end === 'approved') return
      // No merchant is set, so that nothing goes back by a provider.
      const { version: now } = await finance(refundNoteCalls.info, { id: note.id })
      await finance(refundNoteCalls.void, { id: note.id, version: now, reason: '改由客服线下退款' })
    })
}

import type { Tx } from '#kit/server/database.ts'
import type { ProviderName } from '../payment/payment.entity.ts'
import type { ProviderRefund } from '../payment/provider.ts'
import { raise } from '../payment/raise.server.ts'
import { fail, lockNote, NOTE, noteIdOf, settle } from './note.server.ts'
import { WAY } from './refundNote.entity.ts'

interface Told {
  provider: ProviderName
  outRefundNo: string
  said: ProviderRefund
}

/**
 * Takes in how a provider says a refund stands, once, and answers what became of it in words for the log. Money that went back
 * although nobody waited for it becomes an exception: 退款异常. Orders §3.4, §2.4.
 */
export async function takeRefund(tx: Tx, { provider, outRefundNo, said }: Told): Promise<string> {
  const id = await noteIdOf(tx, outRefundNo)
  const about = { provider, flowNo: outRefundNo, type: 7 as const }
  if (id === undefined) {
    if (said.state !== 'done') return '未知退款请求号'
    await raise(tx, {
      ...about,
      amount: said.amount,
      transactionId: said.refundId,
      reason: '系统中没有该退款请求号',
    })
    return '未知退款请求号'
  }
  const held = await lockNote(tx, id, { anyScope: true })
  const { note } = held
  const known = {
    ...about,
    orderSn: note.orderSn,
    companyId: note.companyId,
    paymentId: note.paymentId,
    refundNoteId: note.id,
  }
  const isOpen =
    note.outRefundNo === outRefundNo &&
    note.refundWay === WAY.back &&
    (note.status === NOTE.running || note.status === NOTE.failed)
  if (said.state === 'failed') {
    if (!isOpen || note.status !== NOTE.running) return '退款失败通知，状态未变'
    await fail(tx, held, said.reason || '渠道退款失败')
    return '退款失败'
  }
  if (said.state !== 'done') return '退款处理中'
  if (note.status === NOTE.done && note.providerRefundId === said.refundId) return '重复通知，已处理过'
  const sums = { amount: said.amount, expectAmount: note.amount, transactionId: said.refundId }
  if (!isOpen) {
    await raise(tx, { ...known, ...sums, reason: '退款单已不在退款中，渠道却已退款' })
    return '退款单已不在退款中'
  }
  if (said.amount !== note.amount) {
    await raise(tx, { ...known, ...sums, reason: '渠道退款金额与退款单不符' })
    return '退款金额不符'
  }
  await settle(
    tx,
    held,
    { providerRefundId: said.refundId, time: said.time },
    { transactionId: said.refundId },
  )
  return '退款成功'
}

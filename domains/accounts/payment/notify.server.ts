import type { Db } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { count } from '#kit/server/metrics.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { takeRefund } from '../refundNote/takeRefund.server.ts'
import { NOTIFY_PATH } from './gateway.server.ts'
import { noteTold } from './notifyLog.server.ts'
import type { LogKind } from './payment.entity.ts'
import type { Notice, Provider, RawNotice } from './provider.ts'
import { raise } from './raise.server.ts'
import { takeIn } from './takeIn.server.ts'

const KINDS: Readonly<Record<Notice['kind'], LogKind>> = { pay: 1, refund: 2 }
/** Of what nobody knows who said it. */
const MOST_FORGED = 4000
const FAILED = '处理失败，等待渠道重发'

/**
 * Takes a notification in: what it says, what follows from it and its words are written in one transaction. Answers whether the
 * provider may stop telling it: also a repeated one is taken; one with a wrong signature, and one that an error of ours kept from
 * being written, are not. Orders §3.5.
 */
export async function receive(
  db: Db,
  provider: Provider,
  kind: Notice['kind'],
  told: RawNotice,
): Promise<boolean> {
  const read = await provider.parseNotify(db, told)
  const log = { kind: KINDS[kind], provider: provider.name, raw: told.raw }
  if (read === null || read.kind !== kind) {
    await refuseForged(db, provider, log, provider.claimed(told))
    return false
  }
  const flowNo = read.kind === 'pay' ? read.flowNo : read.outRefundNo
  try {
    await asSystem(db, async (tx) => {
      const result =
        read.kind === 'refund'
          ? await takeRefund(tx, { provider: provider.name, outRefundNo: flowNo, said: read.refund })
          : read.paid.state === 'paid'
            ? await takeIn(tx, { ...read.paid, provider: provider.name, flowNo }, 'notified')
            : '未支付，无需处理'
      await noteTold(tx, { ...log, flowNo, verified: 1, result })
    })
    return true
  } catch (error) {
    count('pay_notify_failed_total', { provider: provider.name })
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    const place = { requestId: '', source: 'server', path: NOTIFY_PATH, adminId: null } as const
    // What was said is kept although nothing could follow from it yet.
    await noteTold(db, { ...log, flowNo, verified: 1, result: FAILED }).catch(() => undefined)
    await writeErrorLog(db, { ...place, message, stack }).catch(() => undefined)
    return false
  }
}

/** Nobody knows who said it: it is kept, people are told, nothing else changes. */
async function refuseForged(
  db: Db,
  provider: Provider,
  log: { kind: LogKind; provider: Provider['name']; raw: string },
  claimed: string,
): Promise<void> {
  count('pay_notify_forged_total', { provider: provider.name })
  const raw = log.raw.slice(0, MOST_FORGED)
  await asSystem(db, async (tx) => {
    // A number that is made up would make a row of its own each time.
    const known = await tx
      .selectFrom('payment')
      .select(['flowNo', 'orderSn', 'companyId'])
      .where('flowNo', '=', claimed)
      .executeTakeFirst()
    await noteTold(tx, { ...log, raw, flowNo: claimed, verified: 0, result: '验签失败' })
    await raise(tx, {
      type: 5,
      provider: provider.name,
      flowNo: known?.flowNo ?? '',
      orderSn: known?.orderSn ?? '',
      companyId: known?.companyId ?? null,
      reason: '通知的签名或格式不正确，未做任何处理',
    })
  })
}

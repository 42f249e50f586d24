import { declareConfigTest, declareForms } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareRecord } from '#kit/server/records.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { fillPayments } from './demo.server.ts'
import { exceptionServed } from './exception.server.ts'
import { paymentCalls } from './payment.calls.ts'
import { accountPayForm, alipayForm, handPayForm, weixinPayForm } from './payment.config.server.ts'
import { type ProviderName, payment } from './payment.entity.ts'
import { paymentCards } from './payment.home.server.ts'
import { paymentJobs } from './payment.jobs.server.ts'
import { paymentMaster } from './payment.server.ts'
import { ownProviders, providerOf } from './providers.server.ts'
import { exceptionScene } from './raise.server.ts'
import { rechargePayable, rechargeServed } from './recharge.server.ts'

/** A number that no payment has: whoever answers knows us. */
const NOBODY = 'ZF0'

async function testProvider(db: Db, name: ProviderName): Promise<string> {
  await providerOf(db, name).query(db, NOBODY)
  return '连接正常'
}

/** Payments, their exceptions and their jobs. Orders §2.4, §3.5. */
export const paymentServer = {
  served: [...paymentMaster.served, ...exceptionServed, ...rechargeServed],
  tasks: paymentMaster.tasks,
  jobs: paymentJobs,
  registers: [
    ...paymentMaster.registers,
    ...ownProviders,
    ...declareForms(weixinPayForm, alipayForm, accountPayForm, handPayForm),
    declareConfigTest(weixinPayForm.id, (db) => testProvider(db, 'weixin')),
    declareConfigTest(alipayForm.id, (db) => testProvider(db, 'alipay')),
    rechargePayable,
    exceptionScene,
    declareDemo('documents', fillPayments),
    declareRecord({ of: payment, read: paymentCalls.info, page: '/order/orderPaymentLogInfo/{id}' }),
    ...paymentCards,
  ],
} satisfies ServerPart

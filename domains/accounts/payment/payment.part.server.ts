import { type SqlBool, sql } from 'kysely'
import { declareConfigTest, declareForms } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareTodo } from '#kit/server/home.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareRecord } from '#kit/server/records.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { fillPayments } from './demo.server.ts'
import { exceptionServed } from './exception.server.ts'
import { exceptionCalls, paymentCalls } from './payment.calls.ts'
import { accountPayForm, alipayForm, handPayForm, weixinPayForm } from './payment.config.server.ts'
import { type ProviderName, payment, paymentException } from './payment.entity.ts'
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
    declareTodo('paymentException', {
      label: '支付异常',
      to: '/order/orderPaymentException?status=0',
      permission: exceptionCalls.handle.permission,
      async count(db, who) {
        const where = await conditionsOf(
          db,
          who,
          paymentException,
          {},
          {
            where: [sql<SqlBool>`"paymentException"."status" = 0`],
          },
        )
        const { rows } = await sql<{ n: number; oldest: Date | null }>`
          select count(*)::int as "n", min("createTime") as "oldest" from (
            select "createTime" from "paymentException" where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
          db,
        )
        return rows[0] ?? { n: 0, oldest: null }
      },
    }),
    declareTodo('payment.confirm', {
      label: '待确认收款',
      to: '/order/orderPaymentLog?status=4',
      permission: paymentCalls.confirm.permission,
      async count(db, who) {
        const where = await conditionsOf(
          db,
          who,
          payment,
          {},
          {
            where: [sql<SqlBool>`"payment"."status" = 4 and "payment"."payType" in ('bank', 'offline')`],
          },
        )
        const { rows } = await sql<{ n: number; oldest: Date | null }>`
          select count(*)::int as "n", min("updateTime") as "oldest" from (
            select "updateTime" from "payment" where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
          db,
        )
        return rows[0] ?? { n: 0, oldest: null }
      },
    }),
  ],
} satisfies ServerPart

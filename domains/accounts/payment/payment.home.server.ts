import { type Expression, type SqlBool, sql } from 'kysely'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { DAYS, declareFigure, declareTodo } from '#kit/server/home.ts'
import { conditionsOf } from '#kit/server/list.ts'
import type { Registration } from '#kit/server/points.ts'
import type { Who } from '#kit/server/who.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { exceptionCalls, paymentCalls } from './payment.calls.ts'
import { payment, paymentException } from './payment.entity.ts'

/** How many rows wait for this person, at most 100, and since when the oldest does by a column. */
async function waitingRows(
  db: Db,
  who: Who,
  of: Entity,
  since: string,
  condition: Expression<SqlBool>,
): Promise<{ n: number; oldest: Date | null }> {
  const where = await conditionsOf(db, who, of, {}, { where: [condition] })
  const { rows } = await sql<{ n: number; oldest: Date | null }>`
    select count(*)::int as "n", min("since") as "oldest" from (
      select ${sql.ref(since)} as "since" from ${sql.table(of.name)} where ${sql.join(where, sql` and `)} limit 100) as "rows"`.execute(
    db,
  )
  return rows[0] ?? { n: 0, oldest: null }
}

/** What of payments stands on the home page. Screens §6. */
export const paymentCards: readonly Registration[] = [
  declareTodo('paymentException', {
    label: '支付异常',
    to: '/order/orderPaymentException?status=0',
    permission: exceptionCalls.handle.permission,
    count: (db, who) =>
      waitingRows(db, who, paymentException, 'createTime', sql<SqlBool>`"paymentException"."status" = 0`),
  }),
  declareTodo('payment.confirm', {
    label: '待确认收款',
    to: '/order/orderPaymentLog?status=4',
    permission: paymentCalls.confirm.permission,
    count: (db, who) =>
      waitingRows(
        db,
        who,
        payment,
        'updateTime',
        sql<SqlBool>`"payment"."status" = 4 and "payment"."payType" in ('bank', 'offline')`,
      ),
  }),
  declareFigure('payment.received', {
    label: '收款金额',
    to: '/order/orderPaymentLog?direction=1&status=1',
    permission: paymentCalls.list.permission,
    unit: '元',
    async perDay(db, who, from) {
      const received = sql<SqlBool>`"payment"."direction" = 1 and "payment"."status" = 1`
      const where = sql.join(await conditionsOf(db, who, payment, {}, { where: [received] }), sql` and `)
      const cents = await keptCounts(
        db,
        sql<{ counts: number[] }>`select array(
          select (select coalesce(sum("amount"), 0)::float8 from "payment"
            where ${where} and "successTime" >= "start" and "successTime" < "start" + interval '24 hours')
          from generate_series(${from}::timestamptz, ${from}::timestamptz + ${sql.lit(DAYS - 1)} * interval '24 hours',
            interval '24 hours') as "start" order by "start") as "counts"`,
        [payment.name],
      )
      return cents.map((sum) => sum / 100)
    },
  }),
]

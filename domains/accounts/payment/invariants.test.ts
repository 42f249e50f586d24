import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem, inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { type PayApp, payApp } from '../../../tests/payments.ts'
import { createRefundNote } from '../refundNote/create.server.ts'
import { execute } from '../refundNote/execute.server.ts'
import { approved, lockNote } from '../refundNote/note.server.ts'
import { closePayments, payParams } from './outside.server.ts'
import { queryPayments, queryRefunds } from './payment.jobs.server.ts'

let app: PayApp
beforeAll(async () => {
  app = await payApp()
})
afterAll(() => app.stop())

const NEVER = new AbortController().signal
const MANAGER = { ...theSystem, all: true }

type Step = (order: { bizId: number; numbers: string[] }) => Promise<unknown>
const amountOf = (cents: number): string => (cents / 100).toFixed(2)

/** What may happen to an order of 10.00, in any order and at once. */
const STEPS: Readonly<Record<string, Step>> = {
  async begin(order) {
    const { flowNo } = await app.begin(order.bizId, 1000)
    await payParams(app.db, flowNo)
    order.numbers.push(flowNo)
  },
  async beginOther(order) {
    const { flowNo } = await app.begin(order.bizId, 600, { payType: 'alipay', payChannel: 'alipay' })
    await payParams(app.db, flowNo)
    order.numbers.push(flowNo)
  },
  pay: ({ numbers }) => told(numbers, (flowNo) => app.fake.pay(flowNo)),
  payOdd: ({ numbers }) => told(numbers, (flowNo) => app.fake.pay(flowNo, amountOf(999))),
  tellAgain: ({ numbers }) => told(numbers, () => undefined),
  close: ({ bizId }) => closePayments(app.db, 'sample', bizId),
  query: () => queryPayments(app.db, NEVER),
  async refund({ bizId }) {
    const paid = await app.db
      .selectFrom('payment')
      .select('id')
      .where('bizId', '=', bizId)
      .where('bizType', '=', 'sample')
      .where('direction', '=', 1)
      .where('status', '=', 1)
      .executeTakeFirstOrThrow()
    const id = await inTransaction(app.db, MANAGER, (tx) =>
      createRefundNote(tx, {
        bizType: 'sample',
        bizId,
        refundType: 1,
        paymentId: paid.id,
        amount: 400,
        refundWay: 1,
        source: { type: 'property', id: ++made },
      }),
    )
    await asSystem(app.db, async (tx) => approved(tx, (await lockNote(tx, id)).note))
    await execute(app.db, MANAGER, { id, version: null })
  },
  losing: async () => {
    app.fake.loseNext = 1
  },
  queryRefunds: () => queryRefunds(app.db, NEVER),
}
let made = 0

/** The customer has done something with the last payment that was begun, and it is told. */
async function told(numbers: readonly string[], what: (flowNo: string) => void): Promise<void> {
  const flowNo = numbers.at(-1)
  if (flowNo === undefined) return
  if (app.fake.orders.get(flowNo)?.state === 'unpaid') what(flowNo)
  if (app.fake.orders.get(flowNo)?.state === 'paid') await app.fake.tell(flowNo)
}

test('O §5-4: whatever happens at once, an order is paid by its payments alone and gets back no more than came in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.constantFrom(...Object.keys(STEPS), 'pay', 'pay', 'refund', 'refund'), {
          minLength: 1,
          maxLength: 3,
        }),
        {
          minLength: 3,
          maxLength: 7,
        },
      ),
      async (rounds) => {
        const order = { bizId: await app.order(1000), numbers: [] as string[] }
        await STEPS.begin?.(order)
        for (const round of rounds)
          await Promise.allSettled(round.map((name) => STEPS[name]?.(order) ?? Promise.resolve()))
        app.fake.loseNext = 0
        await queryRefunds(app.db, NEVER)
        await holds(order.bizId)
      },
    ),
    { numRuns: 25 },
  )
  // It was not all refused.
  const back = await app.db.selectFrom('refundNote').select('status').execute()
  expect(back.filter(({ status }) => status === 3).length).toBeGreaterThan(0)
})

async function holds(bizId: number): Promise<void> {
  const { rows } = await sql<{ counted: number; stray: number; back: number; out: number; over: number }>`
    with "own" as (select * from "payment" where "bizType" = 'sample' and "bizId" = ${bizId}),
      "stray" as (select distinct "paymentId" from "paymentException" where "type" in (1, 2, 3))
    select coalesce(sum("amount") filter (where "direction" = 1 and "status" = 1
        and "id" not in (select "paymentId" from "stray" where "paymentId" is not null)), 0)::int as "counted",
      count(*) filter (where "direction" = 1 and "status" = 0)::int as "stray",
      coalesce(sum("refundAmount") filter (where "direction" = 1), 0)::int as "back",
      coalesce(sum("amount") filter (where "direction" = 2 and "status" = 1), 0)::int as "out",
      count(*) filter (where "direction" = 1 and "refundAmount" > coalesce("receivedAmount", "amount"))::int as "over"
    from "own"`.execute(app.db)
  const [sums] = rows
  const order = await app.sample(bizId)
  expect(order.paid).toBe(sums?.counted)
  expect(order.paid).toBeLessThanOrEqual(1000)
  expect(sums?.back).toBe(sums?.out)
  expect(order.refunded).toBe(sums?.out)
  expect(sums?.over).toBe(0)
  const atProvider = [...app.fake.refunds.entries()].filter(([, { state }]) => state === 'done')
  const done = await app.db
    .selectFrom('payment')
    .select('flowNo')
    .where('direction', '=', 2)
    .where('status', '=', 1)
    .execute()
  expect(atProvider.map(([number]) => number).sort()).toEqual(done.map(({ flowNo }) => flowNo).sort())
}

// A kind of thing that is paid for, for the tests of payments and refund notes: the rooms that have such things stand above.
import { sql } from 'kysely'
import type { Listening } from '#app/fakes/local.ts'
import { type FakePay, startFakePay } from '#app/fakes/pay.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import {
  type CreatedPayment,
  createPayment,
  type NewPayment,
} from '#domains/accounts/payment/create.server.ts'
import { payParams } from '#domains/accounts/payment/outside.server.ts'
import { declarePayable, type Payable, type PayableState } from '#domains/accounts/payment/payable.server.ts'
import type { Db } from '#kit/server/database.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { notFound } from '#kit/shared/errors.ts'

export interface Sample {
  id: number
  sn: string
  price: number
  paid: number
  refunded: number
  closed: boolean
  companyId: number | null
  uid: number | null
  payerId: number | null
  credit: number | null
  told: string[]
}

async function read(db: Db, id: number): Promise<Sample> {
  const { rows } = await sql<Sample>`select * from "samplePaid" where "id" = ${id}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

const note = (db: Db, id: number, text: string, change = sql`"paid" = "paid"`) =>
  sql`update "samplePaid" set ${change}, "told" = "told" || ${text}::text where "id" = ${id}`.execute(db)

/** What the next onPaid does before it writes: fails, waits …; for tests of what happens then. */
export const trouble: { next: (() => Promise<void>) | null } = { next: null }

function stateOf({ sn: bizSn, price, paid, closed, uid, companyId, payerId, credit }: Sample): PayableState {
  const state = closed ? 'closed' : paid >= price && price > 0 ? 'paid' : 'unpaid'
  return {
    state,
    bizSn,
    expected: state === 'unpaid' ? price - paid : 0,
    uid,
    companyId,
    payerId,
    ...(credit === null ? {} : { credit: { most: credit, days: 30 } }),
  }
}

const sample: Payable = {
  label: '样单',
  page: '/sample/{id}',
  async find(tx, sn) {
    const { rows } = await sql<{ id: number }>`select "id" from "samplePaid" where "sn" = ${sn}`.execute(tx)
    return rows[0]?.id
  },
  async lock(tx, id) {
    const { rows } = await sql<Sample>`select * from "samplePaid" where "id" = ${id} for update`.execute(tx)
    if (rows[0] === undefined) throw notFound()
    return stateOf(rows[0])
  },
  state: async (db, id) => stateOf(await read(db, id)),
  async onPaid(tx, id, { amount, adjust }) {
    const wait = trouble.next
    trouble.next = null
    await wait?.()
    await note(
      tx,
      id,
      `paid ${amount} ${adjust}`,
      sql`"paid" = "paid" + ${amount}, "price" = "price" + ${adjust}`,
    )
  },
  async onRefund(tx, id, { state, amount }) {
    const back = state === 'done' ? amount : 0
    await note(tx, id, `${state} ${amount}`, sql`"refunded" = "refunded" + ${back}`)
  },
}

const sampleRoom: RoomServer = {
  facts: { name: 'samplePaid', layer: 99, label: '样单', entities: [], calls: [] },
  served: [],
  registers: [declarePayable('sample', sample)],
}

export interface PayApp extends TestApp {
  fake: FakePay & Listening
  /** makes something to pay for, in cents */
  order(price: number, more?: Partial<Sample>): Promise<number>
  sample(id: number): Promise<Sample>
  /** begins a payment of it */
  begin(bizId: number, amount: number, more?: Partial<NewPayment>): Promise<CreatedPayment>
  /** a payment that has come in by a notification */
  paid(price: number): Promise<{ bizId: number; paymentId: number; flowNo: string }>
  exceptions(
    flowNo: string,
  ): Promise<{ id: number; type: number; status: number; version: number; times: number }[]>
  stop(): Promise<void>
}

/** The product with something to pay for and a gateway that plays the provider. */
export async function payApp(connections = 12): Promise<PayApp> {
  const fake = await startFakePay()
  const env = { TS_FAKE: 'pay', TS_PAY_BASE: fake.base, TS_SITE_URL: 'http://shop.example' }
  const app = await testApp(env, connections, [sampleRoom])
  // The gateway calls the product in memory.
  fake.deliver = async (url, body, headers) => {
    const { status, body: text } = await app.request('POST', new URL(url).pathname, { body, headers })
    return { status, text }
  }
  await sql`create table "samplePaid" ("id" integer generated always as identity primary key, "sn" text not null,
    "price" bigint not null, "paid" bigint not null default 0, "refunded" bigint not null default 0,
    "closed" boolean not null default false, "companyId" integer, "uid" integer, "payerId" integer, "credit" bigint,
    "told" text[] not null default '{}')`.execute(app.db)
  let made = 0
  const order = async (price: number, more: Partial<Sample> = {}): Promise<number> => {
    const sn = `YD${++made}`
    const { companyId = null, uid = null, payerId = null, credit = null } = more
    const { rows } = await sql<{
      id: number
    }>`insert into "samplePaid" ("sn", "price", "companyId", "uid", "payerId", "credit")
      values (${sn}, ${price}, ${companyId}, ${uid}, ${payerId}, ${credit}) returning "id"`.execute(app.db)
    return rows[0]?.id ?? 0
  }
  const begin = (bizId: number, amount: number, more: Partial<NewPayment> = {}) =>
    asSystem(app.db, (tx) =>
      createPayment(tx, {
        bizType: 'sample',
        bizId,
        payType: 'weixin',
        payChannel: 'public',
        amount,
        expireTime: new Date(Date.now() + 600_000),
        ...more,
      }),
    )
  return {
    ...app,
    fake,
    order,
    sample: (id) => read(app.db, id),
    begin,
    async paid(price) {
      const bizId = await order(price)
      const { paymentId, flowNo } = await begin(bizId, price)
      await payParams(app.db, flowNo)
      fake.pay(flowNo)
      await fake.tell(flowNo)
      return { bizId, paymentId, flowNo }
    },
    exceptions: (flowNo) =>
      app.db
        .selectFrom('paymentException')
        .select(['id', 'type', 'status', 'version', 'times'])
        .where('flowNo', '=', flowNo)
        .orderBy('id')
        .execute(),
    async stop() {
      await app.close()
      await fake.stop()
    },
  }
}

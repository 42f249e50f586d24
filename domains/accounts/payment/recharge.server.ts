import { settingsOf } from '#domains/settings/settings.door.ts'
import { sendWrite } from '#kit/server/connection.ts'
import type { Db } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { own, read, type Served } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney, parseMoney } from '#kit/shared/money.ts'
import { postAccount } from '../account/post.server.ts'
import { createPayment } from './create.server.ts'
import { payParams } from './outside.server.ts'
import { declarePayable, type Payable, type PayableState } from './payable.server.ts'
import { rechargeCalls as calls } from './payment.calls.ts'
import { accountPayForm } from './payment.config.server.ts'
import { ONLINE } from './payment.entity.ts'

const PREFIX = 'CZ'
const MINUTES = 30
/** Of account entries: 账户充值. */
const TOPPED_UP = 1
const PAID = 1

interface TopUp {
  rechargeSn: string
  status: number
  amount: Cents
  uid: number
}

const topUp = (db: Db, id: number) =>
  db.selectFrom('recharge').select(['rechargeSn', 'status', 'amount', 'uid']).where('id', '=', id)

function stateOf({ rechargeSn: bizSn, status, amount, uid }: TopUp): PayableState {
  const isPaid = status === PAID
  return {
    state: isPaid ? 'paid' : 'unpaid',
    bizSn,
    expected: isPaid ? 0 : amount,
    uid,
    companyId: null,
    payerId: null,
  }
}

/** A consumer puts money into their account: paid for like an order. Orders §2.4, §8. */
const recharge: Payable = {
  label: '账户充值',
  // Out of one account into the other it would be no money.
  payTypes: ONLINE,
  async find(tx, bizSn) {
    const row = await tx
      .selectFrom('recharge')
      .select('id')
      .where('rechargeSn', '=', bizSn)
      .executeTakeFirst()
    return row?.id
  },
  async lock(tx, id) {
    const row = await topUp(tx, id).forUpdate().executeTakeFirst()
    if (row === undefined) throw notFound()
    return stateOf(row)
  },
  state: async (db, id) => stateOf(await topUp(db, id).executeTakeFirstOrThrow()),
  async onPaid(tx, id, { amount, time, uid, bizSn }) {
    if (uid === null) throw new Error(`Top-up ${bizSn} is nobody's`)
    // What has come in is what is in the account, be it another amount than was asked for.
    const paid = tx
      .updateTable('recharge')
      .set({ status: PAID, paidAmount: amount, payTime: time })
      .where('id', '=', id)
    await sendWrite(tx, paid.compile())
    await postAccount(tx, {
      holder: { accountType: 1, uid },
      opens: true,
      pm: 1,
      transactionType: TOPPED_UP,
      amount,
      source: { type: 'recharge', id },
      linkId: bizSn,
      title: '账户充值',
    })
  },
  async onRefund() {
    // A top-up is taken back by a document of its account (充值冲正); only stray money of it has refund notes.
    throw new Error('Top-ups are not refunded by refund notes')
  },
}

export const rechargePayable = declarePayable('recharge', recharge)

/** Top-ups of customers of a shop front. Orders §8. */
export const rechargeServed: readonly Served[] = [
  own(calls.save, async (db, who, { amount, payType, payChannel, openId, clientIp }) => {
    const { uid, app } = who
    if (uid === undefined) throw notFound()
    const { recharge_min } = await settingsOf(db, accountPayForm)
    const least = parseMoney(recharge_min) ?? 1
    if (amount < least) throw refuse(`充值金额不能小于${formatMoney(least)}元`, 'amount')
    const made = await inTransaction(db, who, async (tx) => {
      const rechargeSn = await nextNumber(tx, PREFIX)
      const row = await tx
        .insertInto('recharge')
        .values({ rechargeSn, uid, appId: app?.id ?? null, amount, payTime: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const expireTime = new Date(Date.now() + MINUTES * 60_000)
      const paying = { bizType: 'recharge', bizId: row.id, payType, payChannel, amount, expireTime }
      return { rechargeSn, flowNo: (await createPayment(tx, paying)).flowNo }
    })
    return { ...made, params: await payParams(db, made.flowNo, openId, clientIp) }
  }),
  read(calls.info, async (db, who, { rechargeSn }) => {
    const row = await db
      .selectFrom('recharge')
      .select(['status', 'amount', 'paidAmount'])
      .where('rechargeSn', '=', rechargeSn)
      .where('uid', '=', who.uid ?? 0)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    const { status, amount, paidAmount } = row
    return { rechargeSn, status, amount: formatMoney(status === PAID ? paidAmount : amount) }
  }),
]

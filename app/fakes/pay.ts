import { z } from 'zod'
import {
  isSignedBy,
  MERCHANT_HEADER,
  SANDBOX,
  SIGN_HEADER,
  signedHeaders,
  TIME_HEADER,
} from '#domains/accounts/payment/payment.sign.ts'
import { type Listening, type LocalAnswer, type LocalRequest, listenLocally } from './local.ts'

interface Order {
  provider: string
  amount: string
  notifyUrl: string
  state: 'unpaid' | 'paid' | 'closed'
  transactionId: string
  paidAmount: string
  time: number
}

interface Refund {
  flowNo: string
  amount: string
  notifyUrl: string
  state: 'running' | 'done' | 'failed'
  reason: string
  time: number
}

/** What a notification was answered. */
interface Heard {
  status: number
  text: string
}

export interface FakePay {
  orders: Map<string, Order>
  refunds: Map<string, Refund>
  /** paths that were asked, in their order */
  asked: string[]
  /** the next so many calls answer HTTP 500, without doing anything */
  failNext: number
  /** so many of the next calls are done and then answered HTTP 500: the answer is lost */
  loseNext: number
  /** how a notification reaches the product: over the network unless a test has another way */
  deliver(url: string, text: string, headers: Record<string, string>): Promise<Heard>
  /** waited for before an answer goes out, after what was asked has been done; null: at once */
  answering: (() => Promise<void>) | null
  /** what becomes of the next refunds; done unless given */
  refunding: 'running' | 'done' | 'failed'
  /** the customer pays, the whole or another amount; nothing is told yet */
  pay(flowNo: string, amount?: string): void
  /** tells of a payment, signed, as often as asked; answers what the last one was answered */
  tell(flowNo: string, how?: { times?: number; key?: string; amount?: string }): Promise<Heard>
  /** ends a refund */
  settle(outRefundNo: string, state: 'done' | 'failed', reason?: string): void
  tellRefund(outRefundNo: string, how?: { times?: number; amount?: string }): Promise<Heard>
}

const asked = z.record(z.string(), z.unknown())
const SECOND = 1000
const now = (): number => Math.floor(Date.now() / SECOND)
const data = (value: unknown): LocalAnswer => ({ json: { code: 200, msg: '', data: value } })
const refused = (msg: string, code = 422): LocalAnswer => ({ json: { code, msg, data: null } })

/** The stand-in of a gateway of payments on a port of its own; speaks the form of docs/outside.md, signed. */
export async function startFakePay(): Promise<FakePay & Listening> {
  const fake: FakePay = {
    orders: new Map(),
    refunds: new Map(),
    asked: [],
    failNext: 0,
    loseNext: 0,
    async deliver(url, body, headers) {
      const answer = await fetch(url, { method: 'POST', body, headers })
      return { status: answer.status, text: await answer.text() }
    },
    answering: null,
    refunding: 'done',
    pay(flowNo, amount) {
      const order = orderOf(flowNo)
      order.state = 'paid'
      order.paidAmount = amount ?? order.amount
      order.transactionId ||= `T${flowNo}`
      order.time = now()
    },
    async tell(flowNo, { times = 1, key = SANDBOX.key, amount } = {}) {
      const order = orderOf(flowNo)
      const said = paymentOf(order)
      const payment = amount === undefined ? said : { ...said, amount }
      return send(order.notifyUrl, { event: 'payment', flowNo, payment }, times, key)
    },
    settle(outRefundNo, state, reason = '') {
      Object.assign(refundOf(outRefundNo), { state, reason, time: now() })
    },
    async tellRefund(outRefundNo, { times = 1, amount } = {}) {
      const found = refundOf(outRefundNo)
      const refund = refundSaid(outRefundNo, amount === undefined ? found : { ...found, amount })
      return send(found.notifyUrl, { event: 'refund', outRefundNo, refund }, times, SANDBOX.key)
    },
  }

  const spent = new Set<string>()
  const orderOf = (flowNo: string): Order => {
    const found = fake.orders.get(flowNo)
    if (found === undefined) throw new Error(`The gateway knows no ${flowNo}`)
    return found
  }
  const refundOf = (outRefundNo: string): Refund => {
    const found = fake.refunds.get(outRefundNo)
    if (found === undefined) throw new Error(`The gateway knows no refund ${outRefundNo}`)
    return found
  }

  const paymentOf = ({ state, transactionId, paidAmount, time }: Order) =>
    state === 'paid' ? { state, transactionId, amount: paidAmount, fee: '0.00', time } : { state }

  const refundSaid = (outRefundNo: string, { state, reason, amount, time }: Refund) =>
    state === 'done'
      ? { state, refundId: `R${outRefundNo}`, amount, time }
      : state === 'failed'
        ? { state, reason }
        : { state }

  async function send(url: string, body: unknown, times: number, key: string): Promise<Heard> {
    const text = JSON.stringify(body)
    const tell = () => fake.deliver(url, text, signedHeaders(SANDBOX.merchant, key, text))
    const heard = await Promise.all(Array.from({ length: times }, tell))
    return heard.at(-1) ?? { status: 0, text: '' }
  }

  function create(flowNo: string, body: Record<string, unknown>): LocalAnswer {
    const known = fake.orders.get(flowNo)
    if (known !== undefined && known.amount !== body.amount) return refused('商户单号重复')
    if (known === undefined)
      fake.orders.set(flowNo, {
        provider: String(body.provider),
        amount: String(body.amount),
        notifyUrl: String(body.notifyUrl),
        state: 'unpaid',
        transactionId: '',
        paidAmount: '',
        time: 0,
      })
    return data({
      params: { prepayId: `P${flowNo}`, nonce: String(now()), payUrl: `https://pay.example/${flowNo}` },
    })
  }

  /** `code-x` stands once for `x`. */
  function identify(code: string): string {
    const known = /^code-(\w+)$/.exec(code)?.[1]
    if (known === undefined || spent.has(code)) return ''
    spent.add(code)
    return known
  }

  function close(flowNo: string): LocalAnswer {
    const order = fake.orders.get(flowNo)
    if (order?.state === 'paid') return data({ state: 'paid' })
    if (order !== undefined) order.state = 'closed'
    return data({ state: 'closed' })
  }

  function refund(body: Record<string, unknown>): LocalAnswer {
    const outRefundNo = String(body.outRefundNo)
    const order = fake.orders.get(String(body.flowNo))
    if (order?.state !== 'paid') return refused('订单未支付，不能退款')
    const known = fake.refunds.get(outRefundNo)
    // One that failed is tried anew under its number; all others stay as they are.
    if (known === undefined || known.state === 'failed')
      fake.refunds.set(outRefundNo, {
        flowNo: String(body.flowNo),
        amount: String(body.amount),
        notifyUrl: String(body.notifyUrl),
        state: fake.refunding,
        reason: fake.refunding === 'failed' ? '商户余额不足' : '',
        time: now(),
      })
    return data(refundSaid(outRefundNo, refundOf(outRefundNo)))
  }

  function answer(path: string, body: Record<string, unknown>): LocalAnswer {
    const flowNo = String(body.flowNo)
    const order = fake.orders.get(flowNo)
    const outRefundNo = String(body.outRefundNo)
    const back = fake.refunds.get(outRefundNo)
    if (path === 'ping') return data({ name: '支付测试网关' })
    if (path === 'user/identify') return data({ openId: identify(String(body.code)) })
    if (path === 'pay/create') return create(flowNo, body)
    if (path === 'pay/query') return data(order === undefined ? { state: 'none' } : paymentOf(order))
    if (path === 'pay/close') return close(flowNo)
    if (path === 'refund/create') return refund(body)
    if (path === 'refund/query')
      return data(back === undefined ? { state: 'none' } : refundSaid(outRefundNo, back))
    return refused('接口不存在', 404)
  }

  /** For who tries the product by hand: what it got, and what a customer would do. */
  async function play(path: string, body: Record<string, unknown>): Promise<LocalAnswer> {
    const flowNo = String(body.flowNo ?? '')
    if (path === 'fake/pay') {
      fake.pay(flowNo, body.amount === undefined ? undefined : String(body.amount))
      return { json: await fake.tell(flowNo) }
    }
    if (path === 'fake/refund') {
      fake.settle(
        String(body.outRefundNo),
        body.state === 'failed' ? 'failed' : 'done',
        String(body.reason ?? ''),
      )
      return { json: await fake.tellRefund(String(body.outRefundNo)) }
    }
    if (path === 'fake/refunding') {
      fake.refunding = body.state === 'failed' ? 'failed' : body.state === 'running' ? 'running' : 'done'
      return { json: { refunding: fake.refunding } }
    }
    const { orders, refunds, asked: paths } = fake
    return {
      json: { orders: Object.fromEntries(orders), refunds: Object.fromEntries(refunds), asked: paths },
    }
  }

  async function handle({ path, headers, body }: LocalRequest): Promise<LocalAnswer> {
    const text = body.toString()
    const read = asked.safeParse(text === '' ? {} : JSON.parse(text)).data ?? {}
    if (path === 'fake' || path.startsWith('fake/')) return play(path, read)
    const header = (name: string) => String(headers[name] ?? '')
    const isOurs = header(MERCHANT_HEADER) === SANDBOX.merchant
    if (!isOurs || !isSignedBy(SANDBOX.key, header(TIME_HEADER), text, header(SIGN_HEADER)))
      return refused('签名错误', 401)
    fake.asked.push(path)
    if (fake.failNext > 0) {
      fake.failNext -= 1
      return { http: 500 }
    }
    const told = answer(path, read)
    await fake.answering?.()
    if (fake.loseNext === 0) return told
    fake.loseNext -= 1
    return { http: 500 }
  }

  return Object.assign(fake, await listenLocally(handle))
}

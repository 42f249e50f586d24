import type { Db } from '#kit/server/database.ts'
import type { Cents } from '#kit/shared/money.ts'
import type { PayChannel, ProviderName } from './payment.entity.ts'

/** What a provider is asked to take. */
export interface ProviderOrder {
  flowNo: string
  /** what the customer reads there */
  subject: string
  amount: Cents
  payChannel: PayChannel
  /** of the customer at the provider, where the channel needs it */
  openId?: string
  /** address of the customer's browser or telephone, where the channel needs it */
  clientIp?: string
  expireTime: Date | null
}

/** What a provider says of a payment. */
export type ProviderPayment =
  | { state: 'paid'; transactionId: string; amount: Cents; fee: Cents; time: Date }
  | { state: 'unpaid' | 'closed' | 'none' }

/** What a provider says of a refund; none: it does not know the number. */
export type ProviderRefund =
  | { state: 'done'; refundId: string; amount: Cents; time: Date }
  | { state: 'running' | 'none' }
  | { state: 'failed'; reason: string }

/** A notification as it came in: headers by lower-case name, the body as it was sent. */
export interface RawNotice {
  headers: Readonly<Record<string, string | string[] | undefined>>
  raw: string
}

/** A notification that can be believed. */
export type Notice =
  | { kind: 'pay'; flowNo: string; paid: ProviderPayment }
  | { kind: 'refund'; outRefundNo: string; refund: ProviderRefund }

/** What a provider of payments does; its calls leave the house, so never inside a transaction. Orders §3.5. */
export interface Provider {
  readonly name: ProviderName
  /** 409 未配置微信支付 (支付宝 …) unless it can be used */
  demand(db: Db): Promise<void>
  /** client parameters; the same flowNo again is the same order there */
  create(db: Db, order: ProviderOrder): Promise<Record<string, string>>
  query(db: Db, flowNo: string): Promise<ProviderPayment>
  /** `paid` where it was paid before it could be closed */
  close(db: Db, flowNo: string): Promise<'closed' | 'paid'>
  /** the same outRefundNo again is the same refund there */
  refund(
    db: Db,
    what: { outRefundNo: string; flowNo: string; transactionId: string; amount: Cents; total: Cents },
  ): Promise<ProviderRefund>
  queryRefund(db: Db, what: { outRefundNo: string; flowNo: string }): Promise<ProviderRefund>
  /** who a code of a consumer stands for there, which is spent by it; null: wrong or spent */
  identify(db: Db, code: string): Promise<string | null>
  /** null: its signature is wrong, or it is none at all */
  parseNotify(db: Db, notice: RawNotice): Promise<Notice | null>
  /** the number a notification names, which need not be true; '' when it names none */
  claimed(told: RawNotice): string
  /** how this notification is answered, so that the provider stops or tries again */
  answer(taken: boolean, told: RawNotice): { status: number; type: string; body: string }
}

import type { Choice } from '#kit/shared/field.ts'
import { OUTGOING, PAYMENT_STATES } from './payment.entity.ts'

/** A refund has other words for the same states. */
const REFUND_WORDS: Readonly<Record<number, string>> = { 0: '退款中', 1: '退款成功', 2: '退款失败' }

/** The state of money in or out, in its words. */
export function paymentStateOf({
  direction,
  status,
}: {
  direction: number
  status: number
}): Choice | undefined {
  const state = PAYMENT_STATES.find((one) => one.value === status)
  const word = direction === OUTGOING ? REFUND_WORDS[status] : undefined
  return state === undefined || word === undefined ? state : { ...state, label: word }
}

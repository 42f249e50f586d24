import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { paymentCalls as calls } from './payment.calls.ts'
import { BY_HAND, INCOMING, ONLINE, payment } from './payment.entity.ts'
import { paymentStates } from './payment.states.ts'

/** What the actions look at. */
export interface PaymentRow {
  readonly [name: string]: unknown
  readonly id: number
  readonly version: number
  readonly flowNo: string
  readonly direction: number
  readonly payType: string
  readonly status: number
  readonly bankSerialNo: string
}

const TOUCHES = [calls.list.path, calls.info.path, calls.notices.path]

const isByHand = ({ direction, payType }: PaymentRow): boolean =>
  direction === INCOMING && BY_HAND.some((one) => one === payType)
/** As the server sees it: a refund is asked for while it goes on, a payment until it has come in. */
const isAskable = ({ direction, payType, status }: PaymentRow): boolean =>
  ONLINE.some((one) => one === payType) && (direction === INCOMING ? status !== 1 : status === 0)

const { bankSerialNo, payerName, voucher } = calls.voucher.shape
const VOUCHER = {
  ...(payerName && { payerName }),
  ...(bankSerialNo && { bankSerialNo }),
  ...(voucher && { voucher }),
}

/** 上传凭证: what the customer has paid by, for finance to confirm. Orders §3.1. */
function uploadVoucher({ id, version }: PaymentRow): Promise<number | null> {
  return openForm({
    of: payment,
    calls: { save: calls.voucher },
    id: null,
    title: '上传付款凭证',
    shape: VOUCHER,
    complete: (input) => ({ ...input, id, version }),
    success: '凭证已上传，等待财务确认',
    touches: TOUCHES,
  })
}

export const PAYMENT_ACTS: readonly Act<PaymentRow>[] = [
  stateAct(paymentStates, 'confirm', calls.confirm, {
    when: (row) => isByHand(row) && (row.status === 4 || row.payType === 'offline'),
    input: ({ id, version, bankSerialNo: serial }) => ({ id, version, bankSerialNo: serial }),
    success: '已确认收款并入账',
    touches: TOUCHES,
  }),
  act({
    label: '上传凭证',
    permission: calls.voucher,
    when: (row) => isByHand(row) && row.status === 0,
    run: (row) => uploadVoucher(row),
  }),
  stateAct(paymentStates, 'reject', calls.reject, {
    when: (row) => isByHand(row) && row.status === 4,
    input: ({ id, version }, reason) => ({ id, version, reason }),
    success: '凭证已退回',
    touches: TOUCHES,
  }),
  act({
    label: '查询渠道',
    permission: calls.query,
    when: isAskable,
    run: async ({ id }) => {
      const { message } = await change(calls.query, { id }, { touches: TOUCHES })
      toastSuccess(message)
    },
  }),
]

/** 代支付: staff pay out of the customer's account, on the customer's behalf. Orders §6.1. */
export const payOnBehalf: Act<void> = act({
  label: '代支付',
  permission: calls.pay,
  run: () =>
    openForm({
      of: payment,
      calls: { save: calls.pay },
      id: null,
      title: '代支付',
      shape: calls.pay.shape,
      success: '已支付',
      touches: TOUCHES,
    }),
})

import { z } from 'zod'
import { choice, flag, int, money, text } from '#kit/fields/shared.ts'
import { answerOf, idField, post } from '#kit/shared/call.ts'

/** How a customer pays a membership, and over what. Orders §2.4, §3.5. */
const PAY_TYPES = [
  { value: 'weixin', label: '微信支付' },
  { value: 'alipay', label: '支付宝' },
  { value: 'yue', label: '余额支付' },
] as const
const PAY_CHANNELS = [
  { value: 'public', label: '公众号' },
  { value: 'weixinh5', label: 'H5' },
  { value: 'routine', label: '小程序' },
  { value: 'appIos', label: '苹果App' },
  { value: 'appAndroid', label: '安卓App' },
  { value: 'alipay', label: '支付宝网页' },
  { value: 'appAliPay', label: '支付宝App' },
  { value: 'open', label: '开放接口' },
] as const

/** Where the money goes. Orders §2.5. */
export const REFUND_WAYS = [
  { value: 1, label: '原路退回' },
  { value: 2, label: '退至余额' },
] as const

/** The form of a refund of a membership. */
export const refundShape = {
  usedAmount: money('已用权益金额', { initial: 0, help: '已使用的付费权益的金额，从退款中扣除' }),
  refundWay: choice('退款方式', REFUND_WAYS, { initial: 1, required: true }),
  refundReason: text('退款原因', { max: 100, required: true }),
}

/** Calls that move money. Members §3.5, §3.11, §20. */
export const vipPaymentCalls = {
  save: post('/open/vip/order/save', {
    title: '开通付费会员',
    open: 'member',
    customer: true,
    input: {
      planId: int('套餐', { required: true, min: 1 }),
      agreed: flag('已同意会员协议', { initial: 0 }),
      payType: choice('支付方式', PAY_TYPES, { required: true }),
      payChannel: choice('支付渠道', PAY_CHANNELS, { required: true }),
    },
    answer: answerOf(
      z.object({
        orderId: z.number(),
        orderNo: z.string(),
        /** cents */
        payPrice: z.number(),
        flowNo: z.string(),
        /** 0 待支付, 1 支付成功 */
        status: z.number(),
      }),
    ),
  }),
  refund: post('/admin/system/user/level/vip/refund/:id', {
    title: '会员退款',
    input: { id: idField(), ...refundShape },
    business: 2,
  }),
}

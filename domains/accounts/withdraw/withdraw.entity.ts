import { choice, datetime, images, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const WITHDRAW_METHODS = [
  { value: 'bank', label: '银行卡' },
  { value: 'alipay', label: '支付宝' },
  { value: 'weixin', label: '微信' },
] as const

/** Orders §2.10. */
export const WITHDRAW_STATES = [
  { value: 0, label: '审核中', means: 'waits' },
  { value: 1, label: '已提现', means: 'done' },
  { value: -1, label: '未通过', means: 'wrong' },
] as const

/** Who sees in full where money goes to; others see the last four signs. */
export const PAYEE = 'admin:account:withdraw:payee'

const ENDING = 4
const maskEnding = (text: string): string => (text === '' ? '' : `****${text.slice(-ENDING)}`)

/** What a consumer asks to be paid out of their balance. Orders §2.10. */
export const withdraw = entity(
  'withdraw',
  '提现单',
  {
    withdrawSn: text('提现单号', { max: 30, readOnly: true, unique: true, search: true, width: 170 }),
    uid: ref('用户', 'user', { readOnly: true, required: true, list: false }),
    accountId: ref('账户', 'account', { readOnly: true, required: true, list: false }),
    method: choice('提现方式', WITHDRAW_METHODS, { readOnly: true, required: true, filter: true, width: 90 }),
    payeeName: text('收款户名', { max: 50, readOnly: true, search: true, width: 110 }),
    payeeAccount: text('收款账号', {
      max: 64,
      readOnly: true,
      masked: { permission: PAYEE, show: maskEnding },
      width: 170,
    }),
    payeeBank: text('开户行', { max: 100, readOnly: true, list: false }),
    amount: money('提现金额', { readOnly: true, required: true, width: 120 }),
    status: choice('状态', WITHDRAW_STATES, { readOnly: true, initial: 0, filter: true, width: 90 }),
    opinion: text('审核意见', { max: 200, readOnly: true, width: 160 }),
    voucher: images('打款凭证', { max: 5, readOnly: true }),
    payTime: datetime('打款时间', { readOnly: true, width: 150 }),
    auditBy: ref('审核人', 'admin', { readOnly: true, width: 100 }),
    auditTime: datetime('审核时间', { readOnly: true, list: false }),
  },
  { title: 'withdrawSn', grams: true },
)

import { choice, datetime, flag, images, int, money, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'

/** Orders §2.5. */
export const REFUND_TYPES = [
  { value: 1, label: '仅退款' },
  { value: 2, label: '退货退款' },
  { value: 3, label: '换货差异' },
  { value: 4, label: '取消订单' },
  { value: 5, label: '异常支付' },
  { value: 6, label: '会员退款' },
] as const
export type RefundType = (typeof REFUND_TYPES)[number]['value']

export const REFUND_WAYS = [
  { value: 1, label: '原路退回' },
  { value: 2, label: '退至余额' },
  { value: 3, label: '退至CT账户' },
  { value: 4, label: '退至虚拟账户' },
  { value: 5, label: '线下退款' },
] as const
export type RefundWay = (typeof REFUND_WAYS)[number]['value']

/** Values of refundWay. */
export const WAY = { back: 1, balance: 2, ctAccount: 3, vacct: 4, offline: 5 } as const

export const NOTE_STATES = [
  { value: 0, label: '待审核', means: 'waits' },
  { value: 1, label: '待退款', means: 'waits' },
  { value: 2, label: '退款中', means: 'runs' },
  { value: 3, label: '退款成功', means: 'done' },
  { value: 4, label: '退款失败', means: 'wrong' },
  { value: 5, label: '已作废', means: 'off' },
] as const

const { remark, files, ...audit } = documentFields

/** Money that goes back, as finance decides and carries it out. Orders §2.5, §3.4. */
export const refundNote = entity(
  'refundNote',
  '退款单',
  {
    refundNoteSn: text('退款单号', { max: 30, readOnly: true, unique: true, search: true, width: 170 }),
    refundType: choice('类型', REFUND_TYPES, { readOnly: true, required: true, filter: true, width: 90 }),
    refundId: int('售后单', { readOnly: true, big: true, list: false, port: false }),
    refundSn: text('售后单号', { max: 32, readOnly: true, search: true, width: 170 }),
    bizType: text('业务类型', { max: 20, readOnly: true, list: false, port: false }),
    bizId: int('业务单', { readOnly: true, required: true, big: true, list: false, port: false }),
    orderSn: text('订单号', { max: 36, readOnly: true, search: true, width: 170 }),
    orderSubSn: text('子订单号', { max: 36, readOnly: true, list: false }),
    uid: ref('用户', 'user', { readOnly: true, list: false }),
    companyId: ref('单位', 'company', { readOnly: true, width: 150 }),
    payerId: ref('付款方', 'payer', { readOnly: true, list: false }),
    paymentId: int('原支付流水', { readOnly: true, list: false, port: false }),
    amount: money('退款金额', { readOnly: true, required: true, width: 100 }),
    refundWay: choice('退款方式', REFUND_WAYS, { readOnly: true, required: true, filter: true, width: 110 }),
    status: choice('状态', NOTE_STATES, { readOnly: true, initial: 0, filter: true, width: 100 }),
    failReason: text('失败原因', { max: 300, readOnly: true, width: 160 }),
    outRefundNo: text('退款请求号', { max: 40, readOnly: true, unique: true, search: true, list: false }),
    providerRefundId: text('渠道退款号', { max: 64, readOnly: true, search: true, list: false }),
    payeeName: text('收款户名', { max: 100, readOnly: true, list: false }),
    payeeAccount: text('收款账号', { max: 50, readOnly: true, list: false }),
    payeeBank: text('开户行', { max: 100, readOnly: true, list: false }),
    voucher: images('付款凭证', { max: 9, readOnly: true }),
    attempts: int('尝试次数', { readOnly: true, initial: 0, list: false }),
    executeBy: ref('执行人', 'admin', { readOnly: true, list: false }),
    executeTime: datetime('执行时间', { readOnly: true, list: false }),
    successTime: datetime('成功时间', { readOnly: true, list: false }),
    voidReason: text('作废原因', { max: 200, readOnly: true, list: false }),
    /** rejected or voided: it waits for nobody */
    dropped: flag('已作废', { readOnly: true, initial: 0, list: false, port: false }),
    sourceType: text('来源', { max: 40, readOnly: true, list: false, port: false }),
    sourceId: int('来源ID', { readOnly: true, required: true, big: true, list: false, port: false }),
    sourceLine: int('来源行', { readOnly: true, initial: 0, list: false, port: false }),
    ...audit,
    remark: { ...remark, readOnly: true },
    files: { ...files, readOnly: true },
  },
  { title: 'refundNoteSn', order: [['id', 'desc']], scope: { company: 'companyId' }, grams: true },
)

import { choice, datetime, images, int, money, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

/** Orders §3.5. */
export const PAY_TYPES = [
  { value: 'weixin', label: '微信支付' },
  { value: 'alipay', label: '支付宝' },
  { value: 'yue', label: '余额支付' },
  { value: 'ctAccount', label: 'CT账户支付' },
  { value: 'vacct', label: '虚拟账户支付' },
  { value: 'bank', label: '银行转账' },
  { value: 'offline', label: '线下支付' },
  { value: 'zeroPay', label: '零元支付' },
] as const
export type PayType = (typeof PAY_TYPES)[number]['value']

/** Orders §2.4. */
export const PAY_CHANNELS = [
  { value: 'public', label: '公众号' },
  { value: 'weixinh5', label: 'H5' },
  { value: 'routine', label: '小程序' },
  { value: 'appIos', label: '苹果App' },
  { value: 'appAndroid', label: '安卓App' },
  { value: 'alipay', label: '支付宝网页' },
  { value: 'appAliPay', label: '支付宝App' },
  { value: 'admin', label: '后台' },
  { value: 'open', label: '开放接口' },
] as const
export type PayChannel = (typeof PAY_CHANNELS)[number]['value']

/** Payments that a provider outside takes, by the provider. */
export const ONLINE: readonly PayType[] = ['weixin', 'alipay']
/** Payments that finance confirms. */
export const BY_HAND: readonly PayType[] = ['bank', 'offline']
/** Payments out of an account of the customer. */
export const FROM_ACCOUNT: readonly PayType[] = ['yue', 'ctAccount', 'vacct']

export const INCOMING = 1
export const OUTGOING = 2
const DIRECTIONS = [
  { value: INCOMING, label: '收款' },
  { value: OUTGOING, label: '退款' },
] as const

export const PAYMENT_STATES = [
  { value: 0, label: '待支付', means: 'runs' },
  { value: 1, label: '支付成功', means: 'done' },
  { value: 2, label: '支付失败', means: 'wrong' },
  { value: 3, label: '已关闭', means: 'off' },
  { value: 4, label: '待确认', means: 'waits' },
] as const

/**
 * Money in and out, one row for each way it took: a payment, or the execution of a refund note under its outRefundNo.
 * Orders §2.4, decision 0145.
 */
export const payment = entity(
  'payment',
  '支付流水',
  {
    flowNo: text('流水号', { max: 32, readOnly: true, unique: true, search: true, width: 170 }),
    direction: choice('方向', DIRECTIONS, { readOnly: true, initial: INCOMING, filter: true, width: 70 }),
    bizId: int('业务单', { readOnly: true, required: true, big: true, list: false, port: false }),
    orderSn: text('单号', { max: 36, readOnly: true, search: true, width: 170 }),
    uid: ref('用户', 'user', { readOnly: true, list: false }),
    companyId: ref('单位', 'company', { readOnly: true, width: 150 }),
    payerId: ref('付款方', 'payer', { readOnly: true, list: false }),
    payType: choice('支付方式', PAY_TYPES, { readOnly: true, required: true, filter: true, width: 110 }),
    payChannel: choice('支付渠道', PAY_CHANNELS, { readOnly: true, filter: true, width: 100 }),
    amount: money('金额', { readOnly: true, required: true, width: 100 }),
    fee: money('手续费', { readOnly: true, initial: 0, width: 90 }),
    refundAmount: money('已退金额', { readOnly: true, initial: 0, width: 100 }),
    status: choice('状态', PAYMENT_STATES, { readOnly: true, initial: 0, filter: true, width: 100 }),
    bizType: text('业务类型', { max: 20, readOnly: true, filter: true, list: false }),
    transactionId: text('渠道交易号', { max: 64, readOnly: true, search: true, width: 190 }),
    receivedAmount: money('到账金额', { readOnly: true, list: false }),
    bankSerialNo: text('银行流水号', { max: 64, readOnly: true, search: true, list: false }),
    payerName: text('付款户名', { max: 100, readOnly: true, list: false }),
    voucher: images('凭证', { max: 9, readOnly: true }),
    uploadBy: ref('上传人', 'admin', { readOnly: true, list: false }),
    confirmBy: ref('确认人', 'admin', { readOnly: true, list: false }),
    confirmTime: datetime('确认时间', { readOnly: true, list: false }),
    provider: text('支付服务商', { max: 20, readOnly: true, list: false, port: false }),
    accountEntryId: int('账户流水', { readOnly: true, big: true, list: false, port: false }),
    expireTime: datetime('失效时间', { readOnly: true, list: false }),
    successTime: datetime('成功时间', { readOnly: true, width: 150 }),
    failReason: text('失败原因', { max: 300, readOnly: true, list: false }),
    /** of an execution: the payment whose money goes back */
    paymentOf: int('原支付流水', { readOnly: true, list: false, port: false }),
    refundNoteId: int('退款单', { readOnly: true, list: false, port: false }),
  },
  { title: 'flowNo', order: [['id', 'desc']], scope: { company: 'companyId' }, grams: true },
)

export const EXCEPTION_TYPES = [
  { value: 1, label: '重复支付' },
  { value: 2, label: '金额不符' },
  { value: 3, label: '已关闭订单到账' },
  { value: 4, label: '未知单号' },
  { value: 5, label: '验签失败' },
  { value: 6, label: '掉单补单' },
  { value: 7, label: '退款异常' },
] as const
export type ExceptionType = (typeof EXCEPTION_TYPES)[number]['value']

export const EXCEPTION_STATES = [
  { value: 0, label: '待处理', means: 'waits' },
  { value: 1, label: '处理中', means: 'runs' },
  { value: 2, label: '已处理', means: 'done' },
  { value: 3, label: '已忽略', means: 'off' },
] as const

export const HANDLE_TYPES = [
  { value: 1, label: '关联订单' },
  { value: 2, label: '退款' },
  { value: 3, label: '确认入账' },
  { value: 4, label: '忽略' },
  { value: 5, label: '系统补单' },
] as const

export const PROVIDERS = [
  { value: 'weixin', label: '微信支付' },
  { value: 'alipay', label: '支付宝' },
] as const
export type ProviderName = (typeof PROVIDERS)[number]['value']

/** Money that fits nothing, or notifications that cannot be believed. Orders §2.4. */
export const paymentException = entity(
  'paymentException',
  '支付异常',
  {
    type: choice('异常类型', EXCEPTION_TYPES, { readOnly: true, required: true, filter: true, width: 120 }),
    flowNo: text('流水号', { max: 64, readOnly: true, search: true, width: 175 }),
    orderSn: text('订单号', { max: 36, readOnly: true, search: true, width: 170 }),
    transactionId: text('渠道交易号', { max: 64, readOnly: true, search: true, width: 180 }),
    provider: choice('渠道', PROVIDERS, { readOnly: true, required: true, filter: true, width: 90 }),
    amount: money('到账金额', { readOnly: true, width: 100 }),
    expectAmount: money('应付金额', { readOnly: true, width: 100 }),
    status: choice('状态', EXCEPTION_STATES, { readOnly: true, initial: 0, filter: true, width: 90 }),
    times: int('次数', { readOnly: true, initial: 1, list: false }),
    lastTime: datetime('最近发生', { readOnly: true, list: false }),
    reason: text('说明', { max: 300, readOnly: true, list: false }),
    handleType: choice('处理方式', HANDLE_TYPES, { readOnly: true, filter: true, width: 100 }),
    handleRemark: text('处理说明', { max: 200, readOnly: true, list: false }),
    handleBy: ref('处理人', 'admin', { readOnly: true, width: 100 }),
    handleTime: datetime('处理时间', { readOnly: true, list: false }),
    paymentId: int('支付流水', { readOnly: true, list: false, port: false }),
    refundNoteId: int('退款单', { readOnly: true, list: false, port: false }),
    companyId: ref('单位', 'company', { readOnly: true, list: false }),
  },
  { title: 'flowNo', order: [['id', 'desc']], scope: { company: 'companyId' }, grams: true },
)

export const LOG_KINDS = [
  { value: 1, label: '支付通知' },
  { value: 2, label: '退款通知' },
  { value: 3, label: '请求' },
  { value: 4, label: '查询' },
] as const
export type LogKind = (typeof LOG_KINDS)[number]['value']

/** What a provider said and was asked, word for word; append-only, so without the common columns. Orders §2.4. */
export const notifyLog = entity(
  'notifyLog',
  '渠道报文',
  {
    receiveTime: datetime('时间', { required: true, width: 150 }),
    kind: choice('类型', LOG_KINDS, { required: true, width: 90 }),
    provider: text('渠道', { max: 20, width: 90 }),
    flowNo: text('流水号', { max: 64, width: 190 }),
    verified: choice(
      '验签',
      [
        { value: 1, label: '通过' },
        { value: 0, label: '未通过' },
      ] as const,
      { width: 80 },
    ),
    result: text('处理结果', { max: 300, width: 200 }),
    raw: text('原文', { max: 65_536, long: true, width: 320 }),
  },
  { title: 'flowNo', order: [['id', 'desc']] },
)
export const notifyRow = { id: common.id, ...notifyLog.shape }

import { z } from 'zod'
import { choice, flag, images, money, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  paging,
  post,
  rowAnswer,
  rowsOf,
  target,
} from '#kit/shared/call.ts'
import { nameOf, ruleOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { notifyRow, payment, paymentException } from './payment.entity.ts'

const PREFIX = '/admin/order/payment'

/** Number of the refund note an execution belongs to, and of the payment whose money it gives back. */
const told = {
  bizTypeName: text('业务类型', { max: 30, readOnly: true, list: false }),
  companyName: nameOf('companyId', '单位', { width: 150, list: false }),
}

const ACCOUNT_TYPES = [
  { value: 'yue', label: '余额支付' },
  { value: 'ctAccount', label: 'CT账户支付' },
  { value: 'vacct', label: '虚拟账户支付' },
] as const

const log = standardCalls(`${PREFIX}/log`, payment, {
  list: told,
  // A payment with what went back of it.
  filters: { flow: text('流水号', { max: 32 }) },
  without: ['save', 'update', 'remove', 'status', 'all'],
})

const info = get(`${PREFIX}/log/info/:id`, {
  title: '支付流水详情',
  input: { id: idField() },
  answer: rowAnswer({
    ...rowsOf(payment, told),
    uploadName: nameOf('uploadBy', '上传人'),
    confirmName: nameOf('confirmBy', '确认人'),
    /** where its thing is shown; '' when it has no page */
    bizPage: text('业务页面', { max: 200, readOnly: true, list: false }),
    refundNoteSn: text('退款单号', { max: 30, readOnly: true, list: false }),
    /** of an execution: flowNo of the payment whose money goes back */
    originalNo: text('原流水号', { max: 32, readOnly: true, list: false }),
    /** a provider outside can be asked for it */
    askable: flag('可查询', { readOnly: true, initial: 0, list: false }),
  }),
})

/** What is paid for: orders, memberships, top-ups. */
const kinds = answerOf(z.array(z.object({ value: z.string(), label: z.string() })))

/** Orders §7.2. */
export const paymentCalls = {
  ...log,
  kinds: get(`${PREFIX}/log/kinds`, {
    title: '支付的业务',
    permission: log.list.permission,
    answer: kinds,
  }),
  info,
  notices: get(`${PREFIX}/log/notify/list`, {
    title: '渠道报文',
    permission: info.permission,
    input: { paymentId: idField('支付流水'), page: paging.page, limit: paging.limit },
    answer: listAnswer(notifyRow),
  }),
  query: get(`${PREFIX}/log/query/:id`, {
    title: '查询渠道',
    change: true,
    input: { id: idField() },
    answer: answerOf(z.object({ message: z.string() })),
  }),
  pay: post(`${PREFIX}/pay`, {
    title: '代支付',
    input: {
      bizType: text('业务类型', { max: 20, required: true }),
      orderSn: text('单号', { max: 36, required: true }),
      payType: choice('支付方式', ACCOUNT_TYPES, { required: true }),
    },
    answer: answerOf(z.object({ paymentId: z.number(), flowNo: z.string(), status: z.number() })),
  }),
  voucher: post(`${PREFIX}/voucher`, {
    title: '上传付款凭证',
    input: {
      ...target,
      bankSerialNo: text('银行流水号', { max: 64 }),
      payerName: text('付款户名', { max: 100, required: true }),
      voucher: images('凭证', { max: 9, required: true }),
    },
  }),
  confirm: post(`${PREFIX}/confirm/:id`, {
    title: '确认收款',
    input: { ...target, bankSerialNo: text('银行流水号', { max: 64 }) },
  }),
  reject: post(`${PREFIX}/voucher/reject/:id`, {
    title: '退回凭证',
    permission: 'admin:order:payment:confirm',
    input: { ...target, reason: text('退回原因', { max: 200, required: true }) },
  }),
}

const difference = ruleOf(
  paymentException,
  ['amount', 'expectAmount'],
  money('差额', { min: -99_999_999_999, readOnly: true, width: 100 }),
  ({ amount, expectAmount }) => (amount === null || expectAmount === null ? null : amount - expectAmount),
)

/** What can be done with an exception by this call; 确认入账 asks for a permission of its own. */
export const HANDLES = [
  { value: 1, label: '关联订单' },
  { value: 2, label: '退款' },
  { value: 4, label: '忽略' },
] as const

const exceptionList = get(`${PREFIX}/exception/list`, {
  title: '支付异常列表',
  input: listInput(paymentException),
  answer: listAnswer(
    rowsOf(paymentException, {
      difference,
      handleName: nameOf('handleBy', '处理人', { width: 100 }),
      refundNoteSn: text('退款单号', { max: 30, readOnly: true, list: false }),
    }),
  ),
})

export const exceptionCalls = {
  list: exceptionList,
  kinds: get(`${PREFIX}/exception/kinds`, {
    title: '可关联的业务',
    permission: exceptionList.permission,
    answer: kinds,
  }),
  handle: post(`${PREFIX}/exception/handle/:id`, {
    title: '处理支付异常',
    input: {
      ...target,
      handleType: choice('处理方式', HANDLES, { required: true }),
      /** of 关联订单 */
      bizType: text('业务类型', { max: 20 }),
      orderSn: text('订单号', { max: 36 }),
      handleRemark: text('处理说明', { max: 200, required: true }),
    },
  }),
  accept: post(`${PREFIX}/exception/accept/:id`, {
    title: '确认入账',
    input: { ...target, handleRemark: text('处理说明', { max: 200, required: true }) },
  }),
}

/** Customers of a shop front put money into their account. Orders §8. */
export const rechargeCalls = {
  save: post('/open/recharge/save', {
    title: '账户充值',
    open: 'member',
    customer: true,
    input: {
      amount: money('充值金额', { required: true, min: 1 }),
      payType: choice(
        '支付方式',
        [
          { value: 'weixin', label: '微信支付' },
          { value: 'alipay', label: '支付宝' },
        ] as const,
        { required: true },
      ),
      payChannel: choice(
        '支付渠道',
        [
          { value: 'public', label: '公众号' },
          { value: 'weixinh5', label: 'H5' },
          { value: 'routine', label: '小程序' },
          { value: 'appIos', label: '苹果App' },
          { value: 'appAndroid', label: '安卓App' },
          { value: 'alipay', label: '支付宝网页' },
          { value: 'appAliPay', label: '支付宝App' },
        ] as const,
        { required: true },
      ),
      openId: text('openId', { max: 64 }),
      clientIp: text('客户IP', { max: 45, help: '微信H5支付直连时必填' }),
    },
    answer: answerOf(
      z.object({
        rechargeSn: z.string(),
        flowNo: z.string(),
        /** what the client of the provider is opened with */
        params: z.record(z.string(), z.string()),
      }),
    ),
  }),
  info: get('/open/recharge/info/:rechargeSn', {
    title: '充值结果',
    open: 'member',
    customer: true,
    input: { rechargeSn: text('充值单号', { max: 32, required: true }) },
    answer: answerOf(z.object({ rechargeSn: z.string(), status: z.number(), amount: z.string() })),
  }),
}

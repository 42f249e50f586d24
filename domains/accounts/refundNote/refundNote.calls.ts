import { z } from 'zod'
import { choice, images, int, json, lines, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  target,
} from '#kit/shared/call.ts'
import { decisionFields } from '#kit/shared/document.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { payment } from '../payment/payment.entity.ts'
import { refundNote } from './refundNote.entity.ts'

const PREFIX = '/admin/order/refundNote'

const joined = {
  companyName: nameOf('companyId', '客户', { width: 150 }),
  payType: fieldOf('paymentId', payment, 'payType', '原支付方式', { width: 110 }),
  payAmount: fieldOf('paymentId', payment, 'amount', '原支付金额', { width: 110 }),
  submitName: nameOf('submitBy', '申请人', { width: 90 }),
}

const usual = standardCalls(PREFIX, refundNote, {
  list: joined,
  without: ['save', 'update', 'remove', 'status', 'all'],
})

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
] as const

/** What info and print tell of one. */
export const noteWhole = {
  ...rowsOf(refundNote, joined),
  flowNo: fieldOf('paymentId', payment, 'flowNo', '原支付流水号'),
  payTime: fieldOf('paymentId', payment, 'successTime', '支付时间'),
  auditName: nameOf('auditBy', '审核人'),
  executeName: nameOf('executeBy', '执行人'),
  bizTypeName: text('业务类型', { max: 30, readOnly: true, list: false }),
  bizPage: text('业务页面', { max: 200, readOnly: true, list: false }),
  /** id of the exception it gives the money of back */
  exceptionId: int('支付异常', { readOnly: true, list: false, port: false }),
  history: lines('审核记录', decisionFields),
}

/** One that is changed once more after its approval is decided again as a whole. */
const changed = json('修改项', z.array(z.object({ field: z.string(), before: z.unknown() })).nullable(), {
  readOnly: true,
})

/** What a failed refund can be changed to. */
const OTHER_WAYS = [
  { value: 2, label: '退至余额' },
  { value: 3, label: '退至CT账户' },
  { value: 4, label: '退至虚拟账户' },
  { value: 5, label: '线下退款' },
] as const

/** Where money that no provider gives back goes to. */
export const payee = {
  payeeName: text('收款户名', { max: 100 }),
  payeeAccount: text('收款账号', { max: 50, pattern: /^[0-9A-Za-z@._ -]+$/ }),
  payeeBank: text('开户行', { max: 100 }),
}

/** Orders §7.2. */
export const refundNoteCalls = {
  ...usual,
  counts: countsCall(usual.list, '退款单'),
  info: get(`${PREFIX}/info/:id`, {
    title: '退款单详情',
    input: { id: idField() },
    answer: rowAnswer({ ...noteWhole, changed }),
  }),
  submit: post(`${PREFIX}/submit/:id`, { title: '提交退款单', input: { id: idField() } }),
  examine: post(`${PREFIX}/examine/:id`, {
    title: '审核退款单',
    input: {
      ...target,
      auditStatus: choice('审核状态', DECISIONS, { required: true }),
      opinion: text('审核意见', { max: 200 }),
    },
    business: 8,
  }),
  execute: post(`${PREFIX}/execute/:id`, {
    title: '执行退款',
    input: target,
    answer: answerOf(z.object({ message: z.string() })),
  }),
  way: post(`${PREFIX}/update/way/:id`, {
    title: '改退款方式',
    input: { ...target, refundWay: choice('退款方式', OTHER_WAYS, { required: true }), ...payee },
  }),
  offline: post(`${PREFIX}/offline/:id`, {
    title: '登记线下退款',
    input: {
      ...target,
      ...payee,
      voucher: images('付款凭证', { max: 9, required: true }),
    },
  }),
  void: post(`${PREFIX}/void/:id`, {
    title: '作废退款单',
    input: { ...target, reason: text('作废原因', { max: 200, required: true }) },
  }),
  print: get(`${PREFIX}/print`, {
    title: '打印退款单',
    input: { ids: idsField('退款单', 100) },
    answer: rowsAnswer(noteWhole),
  }),
}

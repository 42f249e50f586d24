import { int, ref, text } from '#kit/fields/shared.ts'
import { get, idField, post, rowsAnswer } from '#kit/shared/call.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { accountEntry } from '../account/account.entity.ts'
import { bankLine } from './bankLine.entity.ts'
import { vacct } from './vacct.entity.ts'

const LIST = '/admin/cust/vacct'
/** The changes of a line stand beside those of the reconciliation, as the design lists them. */
const LOG = '/admin/icbc/vacct/log'

/** What lists tell besides the stored fields. */
const told = {
  vacctName: fieldOf('vacctId', vacct, 'vacctName'),
  companyName: nameOf('companyId', '单位', { list: false }),
  entryNo: fieldOf('entryId', accountEntry, 'entryNo', '账户流水号', { width: 160 }),
  entryAmount: fieldOf('entryId', accountEntry, 'amount', '系统金额', { width: 110 }),
}

const usual = standardCalls(LIST, bankLine, {
  list: told,
  filters: {
    /** of a virtual account */
    account: int('虚拟账户', { min: 1 }),
    /** yyyy-MM-dd: of that day */
    day: text('交易日期', { max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/ }),
  },
  without: ['save', 'update', 'remove', 'all'],
})

const { amount, pm, transactionType, title, linkId, entryNo, createTime } = accountEntry.all
/** An entry that a movement may answer to. */
const candidate = {
  id: accountEntry.all.id,
  entryNo,
  createTime,
  pm,
  transactionType,
  amount,
  title,
  linkId,
  bankSerialNo: text('银行流水号', { max: 64 }),
}

const line = { lineId: idField('银行流水') }
const remark = (label: string) => text(label, { max: 200, required: true })

/** Movements at the bank. Orders §6.10, §7. */
export const bankLineCalls = {
  ...usual,
  counts: countsCall(usual.list, bankLine.label),
  candidates: get(`${LOG}/candidate/:lineId`, {
    title: '可匹配的账户流水',
    input: line,
    answer: rowsAnswer(candidate),
  }),
  assign: post(`${LOG}/assign/:lineId`, {
    title: '指定银行流水的账户',
    input: {
      ...line,
      vacctId: ref('虚拟账户', 'vacct', { required: true }),
      remark: text('说明', { max: 200 }),
    },
  }),
  match: post(`${LOG}/match/:lineId`, {
    title: '匹配银行流水',
    input: { ...line, entryId: idField('账户流水') },
  }),
  unmatch: post(`${LOG}/unmatch/:lineId`, {
    title: '取消银行流水匹配',
    input: { ...line, remark: remark('取消原因') },
  }),
  post: post(`${LOG}/post/:lineId`, { title: '补记入账', input: line }),
  reverse: post(`${LOG}/reverse/:lineId`, {
    title: '冲正银行入账',
    input: { ...line, remark: remark('冲正原因') },
  }),
  ignore: post(`${LOG}/ignore/:lineId`, {
    title: '忽略银行流水',
    input: { ...line, remark: remark('忽略原因') },
  }),
  restore: post(`${LOG}/restore/:lineId`, { title: '取消忽略银行流水', input: line }),
}

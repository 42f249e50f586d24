import { flag, money, text } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, listAnswer, listInput, post, rowAnswer, rowsOf } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { account } from '../account/account.entity.ts'
import { ctRecord } from './ctRecord.entity.ts'

const joined = {
  accountNo: fieldOf('accountId', account, 'accountNo', '账户号'),
  accountName: fieldOf('accountId', account, 'accountName', '账户名称'),
  companyName: nameOf('systemOrgId', '单位'),
}

export const ctRecordRows = rowsOf(ctRecord, joined)

const { accountId, amount, payType, payTime, bankSerialNo, voucherNo, voucherImg, remark } = ctRecord.shape
const reason = text('原因', { max: 200, required: true })

/** What a cashier fills in for a top-up. Orders §6.10. */
export const topUpShape = {
  accountId,
  amount,
  payType: { ...payType, required: true },
  payTime: { ...payTime, required: true },
  bankSerialNo,
  voucherNo,
  voucherImg,
  remark,
}

/** 账户单据. Orders §2.10, §6.10, §7. */
export const ctRecordDocument = declareDocument(ctRecord, {
  path: '/admin/ct/account/record',
  at: '/user/accountRecord',
  menu: 'account.record',
  number: ['recordSn', 'CZ'],
  list: joined,
  calls: (_usual, path) => ({
    // …/record/list answers the entries of an account, as the specification names them.
    list: get(`${path}/document/list`, {
      title: '账户单据列表',
      input: listInput(ctRecord),
      answer: listAnswer(ctRecordRows),
    }),
    topUp: post(`${path}/topUp`, {
      title: '账户充值',
      input: topUpShape,
      answer: rowAnswer(ctRecordRows),
    }),
    reverse: post(`${path}/reverse/:id`, {
      title: '充值冲正',
      input: { id: idField(), reason: text('冲正原因', { max: 200, required: true }) },
      answer: idAnswer,
    }),
    credit: post('/admin/ct/account/update/credit/:id', {
      title: '调整授信',
      input: { id: idField(), creditLimit: money('授信额度', { required: true }), reason },
      answer: idAnswer,
    }),
    freeze: post('/admin/ct/account/freeze/:id', {
      title: '冻结金额',
      input: { id: idField(), amount: money('冻结金额', { required: true }), reason },
      answer: idAnswer,
    }),
    unfreeze: post('/admin/ct/account/unfreeze/:id', {
      title: '解冻金额',
      input: { id: idField(), amount: money('解冻金额', { required: true }), reason },
      answer: idAnswer,
    }),
    accountStatus: post('/admin/ct/account/update/status/:id', {
      title: '冻结/解冻账户',
      input: { id: idField(), status: flag('状态', { required: true }), reason: text('原因', { max: 200 }) },
    }),
  }),
})
export const ctRecordCalls = ctRecordDocument.calls

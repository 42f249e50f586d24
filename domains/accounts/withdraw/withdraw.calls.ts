import { choice, images, money, text } from '#kit/fields/shared.ts'
import {
  get,
  idField,
  listAnswer,
  listInput,
  paging,
  post,
  rowAnswer,
  rowsOf,
  target,
  taskAnswer,
} from '#kit/shared/call.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { countsCall } from '#kit/shared/standardCalls.ts'
import { account } from '../account/account.entity.ts'
import { WITHDRAW_METHODS, withdraw } from './withdraw.entity.ts'

const PREFIX = '/admin/account/withdraw'

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: -1, label: '驳回' },
] as const

export const withdrawRows = rowsOf(withdraw, {
  userName: nameOf('uid', '用户', { orId: true, width: 120 }),
  accountNo: fieldOf('accountId', account, 'accountNo', '账户号', { width: 130 }),
})

const list = get(`${PREFIX}/list`, {
  title: '提现单列表',
  input: listInput(withdraw),
  answer: listAnswer(withdrawRows),
})

/** What a customer is told of their own applications. */
const { withdrawSn, method, payeeName, amount, status, opinion, payTime } = withdraw.shape
const ownRow = {
  id: withdraw.all.id,
  ...{ withdrawSn, method, payeeName, amount, status, opinion, payTime },
  createTime: withdraw.all.createTime,
}

/** Orders §6.10, §7.2, §8. */
export const withdrawCalls = {
  list,
  counts: countsCall(list, '提现单'),
  info: get(`${PREFIX}/info/:id`, {
    title: '提现单详情',
    input: { id: idField() },
    answer: rowAnswer(withdrawRows),
  }),
  examine: post(`${PREFIX}/examine/:id`, {
    title: '审核提现',
    input: {
      ...target,
      status: choice('审核结果', DECISIONS, { required: true }),
      opinion: text('审核意见', { max: 200 }),
      voucher: images('打款凭证', { max: 5 }),
    },
    business: 8,
  }),
  exportRows: post(`${PREFIX}/export`, {
    title: '导出提现单',
    input: { ...listInput(withdraw), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  /** asked by a customer of an application */
  apply: post('/open/withdraw/save', {
    title: '申请提现',
    open: 'member',
    customer: true,
    input: {
      amount: money('提现金额', { required: true, min: 1 }),
      method: choice('提现方式', WITHDRAW_METHODS, { required: true }),
      payeeName: text('收款户名', { max: 50, required: true }),
      payeeAccount: text('收款账号', { max: 64, required: true }),
      payeeBank: text('开户行', { max: 100 }),
    },
    answer: rowAnswer(ownRow),
  }),
  own: get('/open/withdraw/list', {
    title: '我的提现',
    open: 'member',
    customer: true,
    input: { page: paging.page, limit: paging.limit },
    answer: listAnswer(ownRow),
  }),
}
export { ownRow }

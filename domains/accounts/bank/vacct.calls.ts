import { choice, datetime, text } from '#kit/fields/shared.ts'
import { idField, post } from '#kit/shared/call.ts'
import { fieldOf, nameOf, sameAs, through } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { account } from '../account/account.entity.ts'
import { VACCT_STATES, vacct } from './vacct.entity.ts'

const HEAD = '/admin/cust/vacct/head'

const [, OPEN, STOPPED] = VACCT_STATES
/** What somebody can make of it; it does not go back to waiting for its opening. */
const TURNED = [OPEN, STOPPED] as const

/** What lists tell besides the stored fields. */
const told = {
  payerName: nameOf('payerId', '付款方', { list: false }),
  payerCode: through('payerId', 'payer', sameAs('payerCode', text('付款方编码', { max: 10, width: 120 }))),
  companyName: nameOf('companyId', '单位', { list: false }),
  balance: fieldOf('accountId', account, 'balance'),
  frozen: fieldOf('accountId', account, 'frozen'),
  lastTradeTime: datetime('最近交易', { readOnly: true, width: 150 }),
}

/** Virtual accounts of the bank. Orders §7.1. */
export const vacctCalls = {
  ...standardCalls(HEAD, vacct, { list: told }),
  turn: post(`${HEAD}/update/status/:id`, {
    title: '启停虚拟账户',
    input: { id: idField(), status: choice('状态', TURNED, { required: true }) },
  }),
}

import { z } from 'zod'
import { choice, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { account, accountEntry, ZFLAGS } from '../account/account.entity.ts'
import { balanceDaily } from './balanceDaily.entity.ts'

const PREFIX = '/admin/balance/account/daily'

const list = get(`${PREFIX}/list`, {
  title: '余额对账列表',
  input: listInput(balanceDaily),
  answer: listAnswer(balanceDaily.all),
})

/** Which line of which batch. */
const line = {
  zbatch: text('批次号', { max: 20, required: true }),
  zflag: choice('标识', ZFLAGS, { required: true }),
}
const entryFilters = { ...line, accountNo: text('账户号', { max: 30 }) }
export const dailyEntryRows = rowsOf(accountEntry, {
  accountNo: fieldOf('accountId', account, 'accountNo', '账户号', { width: 140 }),
  accountName: fieldOf('accountId', account, 'accountName', '账户名称', { width: 200 }),
})

const info = get(`${PREFIX}/info`, {
  title: '余额对账详情',
  input: line,
  answer: rowAnswer(balanceDaily.all),
})

/** Orders §7.1, §7.2. */
export const balanceDailyCalls = {
  list,
  totals: get(`${PREFIX}/totals`, {
    title: '余额对账合计',
    permission: list.permission,
    input: listInput(balanceDaily),
    answer: answerOf(z.object({ entryNum: z.number(), amount: z.string() })),
  }),
  info,
  entries: get(`${PREFIX}/entry/list`, {
    title: '余额对账流水',
    permission: info.permission,
    input: listInput(accountEntry, entryFilters),
    answer: listAnswer(dailyEntryRows),
  }),
  push: post(`${PREFIX}/push`, { title: '推送SAP', input: { ids: idsField('批次') } }),
  recompute: post(`${PREFIX}/recompute`, { title: '重算余额对账', input: { id: idField() } }),
  exportRows: post(`${PREFIX}/export`, {
    title: '导出余额对账',
    input: { ...listInput(balanceDaily), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  entryExport: post(`${PREFIX}/entry/export`, {
    title: '导出余额对账流水',
    input: { ...listInput(accountEntry, entryFilters), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

import { z } from 'zod'
import { choice, date, int, lines, money, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  orNull,
  paging,
  post,
  rowAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { nameOf, ruleOf, sameAs, through } from '#kit/shared/join.ts'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { ACCOUNT_TYPES, account, accountEntry, MOST_BELOW, TYPE_ENUM } from './account.entity.ts'
import { availableOf } from './account.rules.ts'

const PREFIX = '/admin/account'
const CT = '/admin/ct/account'

const listed = {
  available: ruleOf(
    account,
    ['balance', 'frozen', 'creditLimit'],
    money('可用额度', { min: MOST_BELOW, width: 130 }),
    availableOf,
  ),
  companyName: nameOf('systemOrgId', '单位', { width: 200 }),
  payerName: nameOf('payerId', '付款方', { width: 180 }),
  userName: nameOf('uid', '用户', { orId: true, width: 160 }),
  agentName: through('systemOrgId', 'company', nameOf('agentId', '业务员', { width: 90 })),
  payerCode: through('payerId', 'payer', sameAs('payerCode', text('付款方编码', { max: 20, list: false }))),
}
export const accountRows = rowsOf(account, listed)

const filters = {
  minBalance: money('最低余额', { min: MOST_BELOW }),
  maxBalance: money('最高余额', { min: MOST_BELOW }),
}

/** An account with its last entries, what came and went this month, and its balance at the end of each of 30 days. */
export const accountWhole = {
  ...accountRows,
  monthIn: money('本月收入', { initial: 0 }),
  monthOut: money('本月支出', { initial: 0 }),
  handFrozen: money('人工冻结', { initial: 0 }),
  entries: lines('最近流水', accountEntry.all),
  curve: lines('余额走势', {
    day: date('日期', { required: true }),
    balance: money('余额', { required: true, min: MOST_BELOW }),
  }),
}

/** What an account had, and every movement of a period. */
export const statementShape = {
  ...accountRows,
  from: date('开始日期', { required: true }),
  to: date('结束日期', { required: true }),
  opening: money('期初余额', { required: true, min: MOST_BELOW }),
  inAmount: money('收入合计', { required: true }),
  outAmount: money('支出合计', { required: true }),
  closing: money('期末余额', { required: true, min: MOST_BELOW }),
  entries: lines('流水', accountEntry.all),
  /** how many more there are than are printed */
  left: int('未列出', { initial: 0 }),
}

const entryFilters = {
  accountId: idField('账户'),
  typeEnum: choice('类型', TYPE_ENUM),
  linkId: text('关联单号', { max: 60 }),
}
const entries = listAnswer(accountEntry.all)

/** Entries are listed of one account, whose data scope is theirs. */
const entryInput = listInput(accountEntry, entryFilters)

const TOTALS = answerOf(z.object({ inAmount: z.string(), outAmount: z.string() }))
const options = answerOf(z.array(z.object({ value: z.number(), label: z.string() })))

const info = get(`${CT}/info/:id`, {
  title: '账户详情',
  input: { id: idField() },
  answer: rowAnswer(accountWhole),
})

const entryList = get(`${CT}/record/list`, { title: '账户流水', input: entryInput, answer: entries })

/** Orders §7.1, §7.2. */
export const accountCalls = {
  list: get(`${PREFIX}/list`, {
    title: '账户列表',
    input: listInput(account, filters),
    answer: listAnswer(accountRows),
  }),
  ctList: get(`${CT}/list`, {
    title: 'CT账户列表',
    input: listInput(account, filters),
    answer: listAnswer(accountRows),
  }),
  info,
  infoOf: get(`${PREFIX}/info`, {
    title: '持有人账户',
    input: {
      uid: idField('持有人'),
      accountType: choice('账户类型', ACCOUNT_TYPES, { required: true }),
    },
    answer: rowAnswer(accountWhole),
  }),
  save: post(`${CT}/save`, {
    title: '开户',
    input: {
      accountType: choice('账户类型', ACCOUNT_TYPES, { initial: 2 }),
      holderId: int('持有人', {
        min: 1,
        required: true,
        refersBy: { field: 'accountType', entities: { 1: 'user', 2: 'company', 3: 'payer' } },
      }),
      accountName: text('账户名称', { max: 100 }),
    },
    answer: answerOf(z.object({ id: z.number() })),
  }),
  exportRows: post(`${CT}/export`, {
    title: '导出账户',
    input: { ...listInput(account, filters), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  entryList,
  entryTotals: get(`${CT}/record/totals`, {
    title: '账户流水合计',
    permission: entryList.permission,
    input: entryInput,
    answer: TOTALS,
  }),
  entryExport: post(`${CT}/record/entry/export`, {
    title: '导出账户流水',
    input: { ...entryInput, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  transactionTypes: get(`${CT}/record/transactionType`, {
    title: '交易类型',
    permission: 'login',
    answer: options,
  }),
  typeEnums: get(`${CT}/record/typeEnum`, { title: '收支类型', permission: 'login', answer: options }),
  statement: get(`${PREFIX}/statement/print`, {
    title: '打印对账单',
    input: { accountId: idField('账户'), dateLimit: paging.dateLimit },
    answer: rowAnswer(statementShape),
  }),
  all: optionsCall(PREFIX, '账户', account.name),
}

/** As the specification names it: of a company by its id, null without one. Orders §7.1. */
export const accountOfCompany = get(`${CT}/info/by/systemOrg/:id`, {
  title: '单位的账户',
  permission: info.permission,
  input: { id: idField('单位') },
  answer: orNull(rowAnswer(accountWhole)),
})

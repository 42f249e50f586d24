import { choice, datetime, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** 1 of a consumer, 2 of a company, 3 of a payer. Doors §7.1. */
const ACCOUNT_TYPES = [
  { value: 1, label: '余额账户' },
  { value: 2, label: 'CT账户' },
  { value: 3, label: '虚拟账户' },
] as const

/** Orders §6.10. */
const TRANSACTION_TYPES = [
  { value: 1, label: '账户充值' },
  { value: 2, label: '订单支付' },
  { value: 3, label: '订单退款' },
  { value: 4, label: '结算' },
  { value: 5, label: '人工调整' },
  { value: 6, label: '充值冲正' },
  { value: 7, label: '银行入账' },
  { value: 8, label: '授信调整' },
  { value: 9, label: '提现' },
  { value: 10, label: '冻结' },
  { value: 11, label: '解冻' },
  { value: 12, label: '返利' },
  { value: 13, label: '费用兑付' },
  { value: 14, label: '合并转移' },
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]['value']

const PM = [
  { value: 1, label: '收入' },
  { value: 0, label: '支出' },
] as const

/** Current figures; only postAccount writes them. Orders §2.10. */
export const account = entity(
  'account',
  '账户',
  {
    accountNo: text('账户号', { max: 30, readOnly: true, unique: true, search: true }),
    accountType: choice('账户类型', ACCOUNT_TYPES, { readOnly: true, required: true, filter: true }),
    accountName: text('账户名称', { max: 100, readOnly: true, search: true }),
    uid: ref('用户', 'user', { readOnly: true }),
    systemOrgId: ref('单位', 'company', { readOnly: true }),
    payerId: ref('付款方', 'payer', { readOnly: true }),
    balance: money('余额', { readOnly: true, initial: 0 }),
    frozen: money('冻结金额', { readOnly: true, initial: 0 }),
    creditLimit: money('授信额度', { readOnly: true, initial: 0 }),
    status: flag('状态', { readOnly: true, initial: 1, texts: ['正常', '冻结'], filter: true }),
    openTime: datetime('开户时间', { readOnly: true, required: true }),
    /** since when the balance lies below zero */
    negativeSince: datetime('欠款起始', { readOnly: true, list: false }),
  },
  { title: 'accountNo', scope: { company: 'systemOrgId' } },
)

/** Append-only. Orders §2.10. */
export const accountEntry = entity(
  'accountEntry',
  '账户流水',
  {
    entryNo: text('流水号', { max: 30, readOnly: true, unique: true, search: true }),
    accountId: ref('账户', 'account', { readOnly: true, required: true }),
    pm: choice('收支', PM, { readOnly: true, required: true, filter: true }),
    transactionType: choice('交易类型', TRANSACTION_TYPES, { readOnly: true, required: true, filter: true }),
    amount: money('金额', { readOnly: true, required: true }),
    balance: money('变动后余额', { readOnly: true, required: true }),
    frozen: money('变动后冻结', { readOnly: true, required: true }),
    title: text('标题', { max: 100, readOnly: true }),
    linkId: text('关联单号', { max: 60, readOnly: true, search: true }),
    sourceType: text('来源', { max: 40, readOnly: true, list: false }),
    sourceId: int('来源ID', { readOnly: true, required: true, list: false }),
    sourceLine: int('来源行', { readOnly: true, initial: 0, list: false }),
    mark: text('备注', { max: 200, readOnly: true }),
    operator: ref('操作人', 'admin', { readOnly: true }),
  },
  { title: 'entryNo', part: true },
)

import { choice, datetime, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** 1 of a consumer, 2 of a company, 3 of a payer. Doors §7.1. */
export const ACCOUNT_TYPES = [
  { value: 1, label: '余额账户' },
  { value: 2, label: 'CT账户' },
  { value: 3, label: '虚拟账户' },
] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]['value']

/** Orders §6.10. */
export const TRANSACTION_TYPES = [
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

export const PM = [
  { value: 1, label: '收入' },
  { value: 0, label: '支出' },
] as const

/** What an entry does, as people ask for it. Orders §6.10. */
export const TYPE_ENUM = [
  { value: 1, label: '收入' },
  { value: 2, label: '支出' },
  { value: 3, label: '冻结' },
  { value: 4, label: '解冻' },
] as const
export type TypeEnum = (typeof TYPE_ENUM)[number]['value']

/** Which line of a daily batch an entry counts in; 0: none. Orders §6.10. */
export const ZFLAGS = [
  { value: 1, label: '充值' },
  { value: 2, label: '消费' },
  { value: 3, label: '退款' },
  { value: 4, label: '调整' },
] as const
export type Zflag = (typeof ZFLAGS)[number]['value']

/** Amounts that may lie below zero. */
export const MOST_BELOW = -99_999_999_999

/** Current figures; only postAccount writes them. Orders §2.10. */
export const account = entity(
  'account',
  '账户',
  {
    accountNo: text('账户号', { max: 30, readOnly: true, unique: true, search: true, width: 140 }),
    accountType: choice('账户类型', ACCOUNT_TYPES, {
      readOnly: true,
      required: true,
      filter: true,
      width: 100,
    }),
    accountName: text('账户名称', { max: 100, readOnly: true, search: true, width: 190 }),
    uid: ref('用户', 'user', { readOnly: true, list: false }),
    systemOrgId: ref('单位', 'company', { readOnly: true, filter: true }),
    payerId: ref('付款方', 'payer', { readOnly: true }),
    balance: money('余额', { readOnly: true, initial: 0, min: MOST_BELOW, width: 130 }),
    frozen: money('冻结金额', { readOnly: true, initial: 0, width: 110 }),
    creditLimit: money('授信额度', { readOnly: true, initial: 0, width: 120 }),
    status: flag('状态', { readOnly: true, initial: 1, texts: ['正常', '冻结'], filter: true, width: 80 }),
    statusReason: text('冻结原因', { max: 200, readOnly: true, list: false }),
    openTime: datetime('开户时间', { readOnly: true, required: true, list: false }),
    /** by how much it differs from its entries, as the last nightly check found */
    drift: money('账实差额', { readOnly: true, initial: 0, list: false }),
    /** since when the balance lies below zero */
    negativeSince: datetime('欠款起始', { readOnly: true, list: false }),
  },
  { title: 'accountName', code: 'accountNo', scope: { company: 'systemOrgId' }, grams: true },
)

/** Append-only. Orders §2.10. */
export const accountEntry = entity(
  'accountEntry',
  '账户流水',
  {
    entryNo: text('流水号', { max: 30, readOnly: true, unique: true, width: 150 }),
    accountId: ref('账户', 'account', { readOnly: true, required: true, list: false }),
    accountType: choice('账户类型', ACCOUNT_TYPES, { readOnly: true, required: true, list: false }),
    pm: choice('收支', PM, { readOnly: true, required: true, filter: true, width: 80 }),
    transactionType: choice('交易类型', TRANSACTION_TYPES, {
      readOnly: true,
      required: true,
      filter: true,
      width: 100,
    }),
    amount: money('金额', { readOnly: true, required: true, width: 120 }),
    balance: money('变动后余额', { readOnly: true, required: true, min: MOST_BELOW, width: 130 }),
    frozen: money('变动后冻结', { readOnly: true, required: true, width: 120 }),
    linkId: text('关联单号', { max: 60, readOnly: true, width: 170 }),
    title: text('标题', { max: 100, readOnly: true, width: 130 }),
    sourceType: text('来源', { max: 40, readOnly: true, list: false }),
    sourceId: int('来源ID', { readOnly: true, required: true, list: false, big: true }),
    sourceLine: int('来源行', { readOnly: true, initial: 0, list: false }),
    zflag: choice('标识', ZFLAGS, { readOnly: true, list: false }),
    mark: text('备注', { max: 200, readOnly: true, width: 160 }),
    operator: ref('操作人', 'admin', { readOnly: true, width: 100 }),
  },
  { title: 'entryNo', part: true, bigId: true },
)

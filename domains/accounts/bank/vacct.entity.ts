import { choice, datetime, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const BANKS = [{ value: 'ICBC', label: '工商银行' }] as const

export const VACCT_STATES = [
  { value: 0, label: '待开户', means: 'waits' },
  { value: 1, label: '正常', means: 'done' },
  { value: 2, label: '停用', means: 'off' },
] as const

/** An account number of a bank, as banks write it. */
const NUMBER = { pattern: /^[0-9A-Za-z-]{4,32}$/, right: '4到32位数字、字母或短横线' }

/** The number of a virtual account of the bank; also of the lines that name it. */
export const vacctNoField = (facts: { search?: boolean; unique?: boolean; filter?: boolean } = {}) =>
  text('虚拟账号', { max: 32, required: true, width: 180, ...NUMBER, ...facts })

/** A virtual account at the bank: what comes in on its number is money of one payer. Orders §2.10. */
export const vacct = entity(
  'vacct',
  '虚拟账户',
  {
    vacctNo: vacctNoField({ unique: true, search: true }),
    vacctName: text('户名', { max: 100, required: true, search: true, width: 200 }),
    bankCode: choice('银行', BANKS, { required: true, initial: 'ICBC', width: 90 }),
    mainAccount: text('主账号', { max: 32, required: true, search: true, ...NUMBER, width: 170 }),
    payerId: ref('付款方', 'payer', { required: true, width: 180 }),
    companyId: ref('单位', 'company', { readOnly: true, filter: true, width: 180 }),
    accountId: ref('账户', 'account', { readOnly: true, list: false }),
    status: choice('状态', VACCT_STATES, { readOnly: true, initial: 0, filter: true, width: 80 }),
    openTime: datetime('开户时间', { readOnly: true, list: false }),
  },
  { title: 'vacctName', code: 'vacctNo', scope: { company: 'companyId' }, grams: true },
)

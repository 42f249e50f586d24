import { sapFields } from '#domains/sap/sap.shared.ts'
import { choice, datetime, images, int, money, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { ACCOUNT_TYPES, TYPE_ENUM } from '../account/account.entity.ts'

/** What a document may do to an account. Orders §6.10. */
export const RECORD_TYPES = [
  { value: 1, label: '账户充值' },
  { value: 5, label: '人工调整' },
  { value: 6, label: '充值冲正' },
  { value: 8, label: '授信调整' },
  { value: 10, label: '冻结' },
  { value: 11, label: '解冻' },
] as const
export type RecordType = (typeof RECORD_TYPES)[number]['value']

/** Those that people write and hand in; the others follow from an act on an account or a top-up. */
export const WRITTEN_TYPES = [1, 5, 8] as const

export const PAY_WAYS = [
  { value: 'bank', label: '银行转账' },
  { value: 'offline', label: '线下支付' },
  { value: 'cash', label: '现金' },
] as const

/** cents: 99999999.99 */
export const MOST_AMOUNT = 9_999_999_999

/** A top-up, an adjustment, a change of credit: what moves an account by a decision of people. Orders §2.10, §6.10. */
export const ctRecord = entity(
  'ctRecord',
  '账户单据',
  {
    recordSn: text('单号', { max: 30, readOnly: true, unique: true, search: true, width: 170 }),
    accountId: ref('账户', 'account', { required: true, filter: true, width: 200 }),
    accountType: choice('账户类型', ACCOUNT_TYPES, {
      readOnly: true,
      required: true,
      filter: true,
      width: 100,
    }),
    /** of the account: whose data scope it lies in */
    systemOrgId: ref('单位', 'company', { readOnly: true, list: false, port: false }),
    transactionType: choice('业务类型', RECORD_TYPES, { initial: 1, filter: true, width: 100 }),
    typeEnum: choice('收支', TYPE_ENUM, { initial: 1, width: 80 }),
    amount: money('金额', { required: true, width: 120 }),
    payType: choice('收款方式', PAY_WAYS, { filter: true, width: 100 }),
    payTime: datetime('到账时间', { width: 150 }),
    bankSerialNo: text('银行流水号', { max: 64, unique: true, search: true, width: 180 }),
    voucherNo: text('凭证号', { max: 64, search: true, list: false }),
    voucherImg: images('凭证图片', { max: 5 }),
    reverseOf: ref('原充值单', 'ctRecord', { readOnly: true, list: false, port: false }),
    entryId: int('账户流水', { readOnly: true, big: true, list: false, port: false }),
    ...sapFields,
    ...documentFields,
  },
  { title: 'recordSn', scope: { company: 'systemOrgId', owner: 'createBy' }, grams: true },
)

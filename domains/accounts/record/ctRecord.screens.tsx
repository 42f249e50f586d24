import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { isBank, TOP_UP_INPUTS } from '../account/account.acts.tsx'
import { TYPE_ENUM } from '../account/account.entity.ts'
import { ctRecordCalls as calls, ctRecordDocument } from './ctRecord.document.ts'
import { RECORD_TYPES, WRITTEN_TYPES } from './ctRecord.entity.ts'

const READS = ['transactionType', 'auditStatus', 'recordSn', 'amount'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = [
  ...['accountName', 'companyName', 'transactionType', 'typeEnum', 'amount', 'payType', 'auditStatus'],
  ...['sapSync', 'createTime'],
]
const COLUMNS = {
  accountName: { width: 180 },
  companyName: { width: 160 },
}

const GROUPS = [
  { title: '账户', fields: ['accountId', 'transactionType', 'typeEnum', 'amount'] },
  { title: '收款', fields: ['payType', 'payTime', 'bankSerialNo', 'voucherNo', 'voucherImg'] },
  { title: '说明', fields: ['remark', 'files'] },
]

const WRITTEN = choice(
  '业务类型',
  RECORD_TYPES.filter(({ value }) => WRITTEN_TYPES.some((one) => one === value)),
  { initial: 1 },
)
const BOTH_WAYS = choice(
  '收支',
  TYPE_ENUM.filter(({ value }) => value < 3),
  { initial: 1 },
)
const TypeInput = (props: InputProps) => <FieldInput {...props} field={WRITTEN} />
const WayInput = (props: InputProps) => <FieldInput {...props} field={BOTH_WAYS} />

const isWritten = (type: unknown): boolean => WRITTEN_TYPES.some((one) => one === type)
const isTopUp = (values: WireRow): boolean => values.transactionType === 1
/** A reversal that came back is not made into something else. */
const isFixed = (values: WireRow): boolean => !isWritten(values.transactionType)

const INPUTS = {
  ...TOP_UP_INPUTS,
  accountId: { disabled: isFixed },
  amount: { disabled: isFixed },
  transactionType: { Input: TypeInput, disabled: isFixed },
  typeEnum: { Input: WayInput, help: '授信调整：收入为调增，支出为调减' },
  payType: { required: isTopUp },
  payTime: { ...TOP_UP_INPUTS.payTime, required: isTopUp },
  bankSerialNo: { ...TOP_UP_INPUTS.bankSerialNo, required: isBank },
}
const PAID = new Set(['payType', 'payTime', 'bankSerialNo', 'voucherNo', 'voucherImg'])
const hidden = (name: string, values: WireRow): boolean => {
  if (name === 'transactionType') return isFixed(values)
  if (name === 'typeEnum') return isTopUp(values) || isFixed(values)
  if (name === 'bankSerialNo') return !isTopUp(values) || !isBank(values)
  return PAID.has(name) && !isTopUp(values)
}

const SECTIONS = [
  {
    title: '账户',
    fields: [
      'accountNo',
      'accountName',
      'companyName',
      'accountType',
      'transactionType',
      'typeEnum',
      'amount',
    ],
  },
  { title: '收款', fields: ['payType', 'payTime', 'bankSerialNo', 'voucherNo', 'voucherImg'] },
  { title: '说明', fields: ['reverseOf', 'remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const ofTopUp = (row: { transactionType: number }) => row.transactionType === 1
const IF_ANY = {
  companyName: (row: { companyName: string }) => row.companyName !== '',
  payType: ofTopUp,
  payTime: ofTopUp,
  bankSerialNo: ofTopUp,
  voucherNo: ofTopUp,
  voucherImg: ofTopUp,
  reverseOf: (row: { reverseOf: number | null }) => row.reverseOf !== null,
}

/** 冲正 of a top-up that entered its account; decided by a second person as well. */
const reverseAct: Act<Row> = {
  ...callAct(calls.reverse, {
    label: '冲正',
    danger: true,
    when: (row: Row) => row.transactionType === 1,
    closed: (row: Row) => (row.auditStatus === 1 ? null : '未审核通过，不能冲正'),
    reason: '冲正原因',
    prompt: (row: Row) => `将从账户扣回充值单 ${row.recordSn} 的 ${row.amount} 元，须由另一人审核。`,
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '冲正已提交，等待审核',
    touches: ['/admin/ct/account', '/admin/account'],
  }),
}

/** 账户单据. Orders §6.10. */
export default documentScreens(ctRecordDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: [reverseAct],
  touches: ['/admin/account', '/admin/ct/account'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    empty: '还没有账户单据。在账户管理中充值、调整授信，或点击新增',
  },
  form: {
    groups: GROUPS,
    inputs: INPUTS,
    hidden,
    initial: (address) => ({ accountId: Number(address.get('accountId') ?? 0) || null, payType: 'bank' }),
  },
  page: {
    figures: (row) => [{ label: '金额', value: row.amount }],
  },
  print: {
    title: '账户单据',
    head: [
      ...[
        'recordSn',
        'accountNo',
        'accountName',
        'companyName',
        'transactionType',
        'typeEnum',
        'amount',
        'payType',
      ],
      ...['payTime', 'bankSerialNo', 'voucherNo', 'createTime', 'remark'],
    ],
    signs: ['制单', '审核', '财务'],
  },
})

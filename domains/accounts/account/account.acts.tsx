import { money, text } from '#kit/fields/shared.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { tellSubmitted } from '#kit/web/document/submitted.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { ctRecordCalls, ctRecordDocument, topUpShape } from '../record/ctRecord.document.ts'
import { ctRecord } from '../record/ctRecord.entity.ts'
import { accountCalls } from './account.calls.ts'

/** What the acts on an account look at. */
export interface ActedAccount {
  readonly id: number
  readonly accountNo: string
  readonly accountName: string
  readonly accountType: number
  readonly status: number | null
  readonly balance: string | null
  readonly frozen: string | null
  readonly creditLimit: string | null
}
export const ACT_READS = [
  'accountNo',
  'accountName',
  'accountType',
  'status',
  'balance',
  'frozen',
  'creditLimit',
] as const

const TOUCHES = ['/admin/account', '/admin/ct/account', '/admin/balance/account']
const CT = 2
const WIDTH = 560

const nameOf = ({ accountNo, accountName }: ActedAccount): string => `${accountName} ${accountNo}`

const reason = text('原因', { max: 200, required: true, long: true })
const seeRecord = (id: number): string => placeOfOne(ctRecordDocument.places.see, id)

/** Says who decides now; a document that was carried out at once says so. */
function said(id: number): boolean {
  void tellSubmitted({ businessType: ctRecord.name, businessId: id }, seeRecord(id))
  return true
}

const { accountId: _account, ...topUpFields } = topUpShape

/** What a form of a top-up says of its inputs: the number of the bank belongs to a transfer. */
export const TOP_UP_INPUTS = {
  payTime: { help: '款项到账的时间' },
  bankSerialNo: { help: '银行回单上的流水号，同一笔只能充值一次' },
  remark: { wide: true },
}
export const isBank = (values: Readonly<Record<string, unknown>>): boolean => values.payType === 'bank'

/** 充值: a top-up is handed in, and enters the account once a second person agreed. Orders §6.10. */
const topUpAct: Act<ActedAccount> = act({
  label: '充值',
  permission: ctRecordCalls.topUp,
  primary: true,
  run: (row) =>
    void openForm({
      of: ctRecord,
      calls: { save: ctRecordCalls.topUp },
      shape: topUpFields,
      id: null,
      title: `充值 ${nameOf(row)}`,
      width: WIDTH,
      initial: { payType: 'bank' },
      inputs: {
        ...TOP_UP_INPUTS,
        bankSerialNo: { ...TOP_UP_INPUTS.bankSerialNo, required: isBank },
      },
      hidden: (name, values) => name === 'bankSerialNo' && !isBank(values),
      complete: (input) => ({ ...input, accountId: row.id }),
      touches: TOUCHES,
      told: (answer) => {
        if (isMade(answer) && answer.auditStatus !== 1) said(answer.id)
      },
      success: '已提交',
    }),
})

const isMade = (answer: unknown): answer is { id: number; auditStatus: number } =>
  typeof answer === 'object' && answer !== null && 'auditStatus' in answer && 'id' in answer

/** 调整授信: what companies may owe; decided by a second person. */
const creditAct: Act<ActedAccount> = act({
  label: '调整授信',
  permission: ctRecordCalls.credit,
  when: (row) => row.accountType === CT,
  run: (row) =>
    void openForm({
      of: ctRecord,
      calls: { save: ctRecordCalls.credit },
      shape: { creditLimit: money('授信额度', { required: true }), reason },
      id: null,
      title: `调整授信 ${nameOf(row)}`,
      width: WIDTH,
      initial: { creditLimit: row.creditLimit },
      inputs: { creditLimit: { help: `现为 ${groupedAmount(row.creditLimit ?? '0.00')} 元` } },
      complete: (input) => ({ ...input, id: row.id }),
      touches: TOUCHES,
      said,
    }),
})

const amountAct = (
  label: '冻结金额' | '解冻金额',
  call: typeof ctRecordCalls.freeze | typeof ctRecordCalls.unfreeze,
  help: string,
): Act<ActedAccount> =>
  act({
    label,
    permission: call,
    run: (row) =>
      void openForm({
        of: ctRecord,
        calls: { save: call },
        shape: { amount: money(label, { required: true }), reason },
        id: null,
        title: `${label} ${nameOf(row)}`,
        width: WIDTH,
        inputs: { amount: { help } },
        complete: (input) => ({ ...input, id: row.id }),
        touches: TOUCHES,
        success: `${label.slice(0, 2)}成功`,
      }),
  })

const lockAct: Act<ActedAccount> = callAct(ctRecordCalls.accountStatus, {
  label: '冻结账户',
  danger: true,
  when: (row) => row.status === 1,
  reason: '冻结原因',
  prompt: (row) => `冻结后“${row.accountName}”只能入账，不能支出、提现和冻结金额。`,
  input: ({ id }, given) => ({ id, status: 0 as const, reason: given }),
  success: '账户已冻结',
  touches: TOUCHES,
})

const unlockAct: Act<ActedAccount> = callAct(ctRecordCalls.accountStatus, {
  label: '解冻账户',
  when: (row) => row.status === 0,
  prompt: (row) => `确定解冻账户“${row.accountName}”吗？`,
  input: ({ id }) => ({ id, status: 1 as const }),
  success: '账户已解冻',
  touches: TOUCHES,
})

/** 打印对账单 of a period that is chosen on the page of the print. */
const printAct: Act<ActedAccount> = act({
  label: '打印对账单',
  permission: accountCalls.statement,
  run: ({ id }) => goTo(`/user/accountPrint/${id}`),
})

/** What people do with an account, in a list and on its page. Orders §6.10. */
export const ACCOUNT_ACTS: readonly Act<ActedAccount>[] = [
  topUpAct,
  creditAct,
  printAct,
  amountAct('冻结金额', ctRecordCalls.freeze, '冻结的金额不能支出，可随时解冻'),
  amountAct('解冻金额', ctRecordCalls.unfreeze, '只能解冻人工冻结的金额'),
  lockAct,
  unlockAct,
]

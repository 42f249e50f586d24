import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { typeEnumOf } from '../account/account.rules.ts'
import { type ctRecord, MOST_AMOUNT, type RecordType } from './ctRecord.entity.ts'

type Facts = Pick<
  EntityRow<typeof ctRecord>,
  'transactionType' | 'typeEnum' | 'amount' | 'payType' | 'payTime' | 'bankSerialNo'
>

/** 收入 or 支出 as an entry has it, of what a document says. */
export const pmOf = ({ transactionType, typeEnum }: Pick<Facts, 'transactionType' | 'typeEnum'>): 0 | 1 => {
  if (transactionType === 1 || transactionType === 11) return 1
  if (transactionType === 6 || transactionType === 10) return 0
  return typeEnum === 2 ? 0 : 1
}

/** The document with what follows from its type: only adjustments and changes of credit go both ways, only top-ups are paid. */
export function completed<F extends Facts>(row: F): F {
  const typeEnum = typeEnumOf(pmOf(row), row.transactionType)
  if (row.transactionType !== 1) return { ...row, typeEnum, payType: null, payTime: null, bankSerialNo: '' }
  return { ...row, typeEnum, bankSerialNo: row.payType === 'bank' ? row.bankSerialNo.trim() : '' }
}

/** What is wrong with a document, at its fields. Orders §6.10, §11. */
export function recordFaults({
  transactionType,
  amount,
  payType,
  payTime,
  bankSerialNo,
}: Omit<Facts, 'typeEnum'>): FieldError[] {
  const faults: FieldError[] = []
  if (amount <= 0 || amount > MOST_AMOUNT) faults.push({ field: 'amount', message: '金额格式不正确' })
  if (transactionType !== 1) return faults
  if (payType === null) faults.push({ field: 'payType', message: '请选择收款方式' })
  if (payTime === null) faults.push({ field: 'payTime', message: '请选择到账时间' })
  if (payType === 'bank' && bankSerialNo.trim() === '')
    faults.push({ field: 'bankSerialNo', message: '请输入银行流水号' })
  return faults
}

/** What an entry of a document is called. */
export const TITLES: Readonly<Record<RecordType, string>> = {
  1: '账户充值',
  5: '人工调整',
  6: '充值冲正',
  8: '授信调整',
  10: '人工冻结',
  11: '人工解冻',
}

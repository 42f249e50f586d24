import type { FieldError } from '#kit/shared/errors.ts'
import { missingText } from '#kit/shared/field.ts'

export const INVOICE_TYPES = [
  { value: 1, label: '电子普票' },
  { value: 2, label: '增值税专票' },
  { value: 3, label: '纸质普票' },
  { value: 4, label: '数电普票' },
  { value: 5, label: '数电专票' },
] as const
type InvoiceType = (typeof INVOICE_TYPES)[number]['value']

const BANK = { bankName: '开户行', bankAccount: '银行账号', regAddress: '注册地址', regPhone: '注册电话' }
const MAIL = { receiveEmail: '收票邮箱' }
const POST = { receivePhone: '收票电话', receiverName: '收票人', receiverAddress: '收票地址' }

/** What each type of invoice needs to be made out and sent. Catalog §6.2. */
const NEEDED: Readonly<Record<InvoiceType, Readonly<Record<string, string>>>> = {
  1: MAIL,
  2: { ...BANK, ...POST },
  3: POST,
  4: MAIL,
  5: { ...BANK, ...MAIL },
}

/** The fields that are empty though the type of invoice needs them. */
export function invoiceFaults(values: { readonly [name: string]: unknown }): FieldError[] {
  const type = INVOICE_TYPES.find((one) => String(one.value) === String(values.invoiceType))?.value
  if (type === undefined) return []
  return Object.entries(NEEDED[type])
    .filter(([field]) => !values[field])
    .map(([field, label]) => ({ field, message: missingText('text', label) }))
}

/** Asked before a tax number is saved that is not that of the company. */
export const TAX_NO_DIFFERS = '税号与单位信用代码不一致，确认保存吗？'

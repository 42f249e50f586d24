import { sapFields } from '#domains/sap/sap.shared.ts'
import { choice, money, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { bankAccountField, emailField, mobileField, phoneField, taxNoField } from '../parties.rules.ts'
import { INVOICE_TYPES } from './invoiceTo.rules.ts'
import {
  companyField,
  companyNameField,
  defaultField,
  sapNumberField,
  statusField,
} from './partner.fields.ts'

const MERGE_MODES = [
  { value: 1, label: '按订单' },
  { value: 2, label: '按月合并' },
  { value: 3, label: '按结算单' },
] as const

/** 开票方, SAP role RE. Catalog §6.2. */
export const invoiceTo = entity(
  'invoiceTo',
  '开票方',
  {
    invoiceCode: sapNumberField('开票方编码'),
    invoiceTitle: text('发票抬头', { max: 100, required: true, search: true, width: 200 }),
    taxNo: taxNoField('纳税人识别号', { required: true, search: true, width: 190 }),
    invoiceType: choice('发票类型', INVOICE_TYPES, { required: true, filter: true }),
    companyId: companyField,
    companyName: companyNameField,
    bankName: text('开户行', { max: 80, list: false }),
    bankAccount: bankAccountField('银行账号', { list: false }),
    regAddress: text('注册地址', { max: 100, list: false }),
    regPhone: phoneField('注册电话', { list: false }),
    receiveEmail: emailField('收票邮箱'),
    receivePhone: mobileField('收票电话', { list: false }),
    receiverName: text('收票人', { max: 30, list: false }),
    receiverAddress: text('收票地址', { max: 200, list: false }),
    mergeMode: choice('开票方式', MERGE_MODES, { initial: 1, list: false }),
    invoiceLimit: money('单张限额', { list: false }),
    isDefault: defaultField,
    status: statusField,
    remark: text('备注', { max: 200, long: true, list: false }),
    ...sapFields,
  },
  {
    title: 'invoiceTitle',
    code: 'invoiceCode',
    scope: { company: 'companyId', owner: 'createBy' },
    grams: true,
  },
)

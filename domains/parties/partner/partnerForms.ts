import type { WireRow } from '#kit/web/fieldUi.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import type { FormGroup } from '#kit/web/form/FormBody.tsx'
import { hasPermission } from '#kit/web/session.ts'
import { invoiceFaults } from './invoiceTo.rules.ts'
import { TYPE_NUMBER } from './partner.fields.ts'

export const PAYER_GROUPS: readonly FormGroup[] = [
  { title: '基本信息', fields: ['companyId', 'payerCode', 'payerName', 'taxNo', 'productLimit', 'status'] },
  { title: '银行', fields: ['bankName', 'bankAccount'] },
  { title: '结算与信用', fields: ['settleType', 'reconDay', 'creditArea', 'creditLimit', 'creditDays'] },
  { title: '合同', fields: ['contractNo', 'contractStart', 'contractEnd', 'contractFiles'] },
  { title: '其他', fields: ['remark'] },
]

export const SHIP_TO_GROUPS: readonly FormGroup[] = [
  { title: '基本信息', fields: ['companyId', 'shipToCode', 'shipToName', 'status'] },
  {
    title: '收货地址',
    fields: ['contactName', 'contactPhone', 'backupPhone', 'districtId', 'address', 'lng', 'lat'],
  },
  {
    title: '收货要求',
    fields: [
      'receiveFrom',
      'receiveTo',
      'receiveWeekdays',
      'unloadReq',
      'truckLimit',
      'needAppointment',
      'logisticsMode',
      'deliveryCustType',
      'routeCode',
      'warehouseId',
    ],
  },
  { title: '其他', fields: ['remark'] },
]

export const INVOICE_GROUPS: readonly FormGroup[] = [
  {
    title: '基本信息',
    fields: ['companyId', 'invoiceCode', 'invoiceTitle', 'taxNo', 'invoiceType', 'status'],
  },
  {
    title: '开户与注册',
    note: '增值税专票、数电专票须填写全部四项。',
    fields: ['bankName', 'bankAccount', 'regAddress', 'regPhone'],
  },
  {
    title: '收票',
    note: '电子票须填写收票邮箱，纸质票须填写收票人、电话和地址。',
    fields: ['receiveEmail', 'receivePhone', 'receiverName', 'receiverAddress'],
  },
  { title: '开票方式', fields: ['mergeMode', 'invoiceLimit'] },
  { title: '其他', fields: ['remark'] },
]

const NUMBERS = new Set(['shoudaNum', 'payerCode', 'shipToCode', 'invoiceCode'])

/** Numbers usually come from SAP; who may not type them does not see the input. Catalog §6.2. */
export const hidesNumber = (name: string): boolean => NUMBERS.has(name) && !hasPermission(TYPE_NUMBER)

/** What an invoice-to lacks for its type, at the fields. */
export const invoiceErrors = (values: WireRow): Errors =>
  Object.fromEntries(invoiceFaults(values).map(({ field, message }) => [field, message]))

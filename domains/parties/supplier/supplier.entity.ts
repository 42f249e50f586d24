import { sapFields } from '#domains/sap/sap.shared.ts'
import {
  choice,
  choices,
  date,
  files,
  flag,
  int,
  money,
  quantity,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import { changeFields, documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { SETTLE_TYPES } from '../company/company.entity.ts'
import {
  bankAccountField,
  creditCodeField,
  emailField,
  mobileField,
  phoneField,
  regionFields,
  taxNoField,
} from '../parties.rules.ts'
import { CONTRACT_STATES } from '../partner/validity.rules.ts'

const SUPPLIER_TYPES = [
  { value: 1, label: '生产商' },
  { value: 2, label: '经销商' },
  { value: 3, label: '服务商' },
  { value: 4, label: '自有工厂' },
] as const

const GRADES = [
  { value: 'A', label: 'A' },
  { value: 'B', label: 'B' },
  { value: 'C', label: 'C' },
  { value: 'D', label: 'D' },
] as const

/** Rates of value added tax in percent. Catalog §2.3, §7.1. */
export const TAX_RATES = [0, 1, 3, 6, 9, 13].map((value) => ({ value, label: `${value}%` }))

const WEEKDAYS = [
  { value: 1, label: '周一' },
  { value: 2, label: '周二' },
  { value: 3, label: '周三' },
  { value: 4, label: '周四' },
  { value: 5, label: '周五' },
  { value: 6, label: '周六' },
  { value: 7, label: '周日' },
] as const

/** 合同 of suppliers and carriers; contractStatus follows the dates. Catalog §7.1, §7.2. */
export const contractFields = {
  contractNo: text('合同编号', { max: 30, list: false }),
  contractStart: date('合同开始', { list: false }),
  contractEnd: date('合同结束', { list: false }),
  contractFiles: files('合同附件', { list: false }),
  contractStatus: choice('合同状态', CONTRACT_STATES, { readOnly: true, filter: true, width: 90 }),
}

/** What of an approved supplier changes only by a new decision. Catalog §8.1. */
const controlledFields = {
  supplierName: text('供应商名称', { max: 100, required: true, unique: true, search: true, width: 220 }),
  creditCode: creditCodeField('统一社会信用代码', {
    required: true,
    unique: true,
    search: true,
    list: false,
  }),
  bankName: text('开户行', { max: 80, list: false }),
  bankAccount: bankAccountField('银行账号', { list: false }),
  bankAddress: text('开户地址', { max: 100, list: false }),
}
export const SUPPLIER_CONTROLLED = Object.keys(controlledFields)

const { supplierName, creditCode, ...bank } = controlledFields

/** Catalog §7.1. */
export const supplier = entity(
  'supplier',
  '供应商',
  {
    supplierCode: text('供应商编码', {
      max: 20,
      unique: true,
      search: true,
      width: 110,
      help: '留空由系统编号',
    }),
    supplierName,
    shortName: text('简称', { max: 30, search: true, list: false }),
    supplierType: choice('类型', SUPPLIER_TYPES, { required: true, filter: true, width: 90 }),
    grade: choice('等级', GRADES, { initial: 'C', filter: true, width: 70 }),
    creditCode,
    taxNo: taxNoField('纳税人识别号', { list: false }),
    taxRate: choice('税率', TAX_RATES, { initial: 13, list: false }),
    legalPerson: text('法人', { max: 30, list: false }),
    contactName: text('联系人', { max: 30, required: true, search: true, width: 100 }),
    contactPhone: mobileField('联系手机', { required: true, search: true }),
    telephone: phoneField('座机', { list: false }),
    email: emailField('邮箱', { list: false }),
    fax: phoneField('传真', { list: false }),
    ...regionFields('地区'),
    address: text('地址', { max: 200, required: true, list: false }),
    ...bank,
    settleType: choice('结算方式', SETTLE_TYPES, { required: true, list: false }),
    creditDays: int('账期(天)', { max: 999, width: 90 }),
    payTerms: text('付款条件', {
      max: 4,
      list: false,
      pattern: /^[A-Za-z0-9]+$/,
      right: '只能填写字母和数字',
    }),
    currency: text('币种', { max: 3, initial: 'CNY', list: false, pattern: /^[A-Z]{3}$/, right: '例：CNY' }),
    leadTimeDays: int('供货周期(天)', { max: 999, list: false }),
    minOrderAmount: money('起订金额', { list: false }),
    orderDays: choices('订货日', WEEKDAYS, { list: false }),
    buyerId: ref('采购员', 'admin', { filter: true, width: 100 }),
    warehouseIds: refs('供货仓库', 'warehouse', { list: false }),
    isDirect: flag('支持直配', { initial: 0, list: false, help: '直配子订单由该供应商直接发货' }),
    ...contractFields,
    sapPurOrg: text('采购组织', {
      max: 4,
      list: false,
      pattern: /^[A-Za-z0-9]+$/,
      right: '只能填写字母和数字',
    }),
    vendorNum: text('SAP供应商号', {
      max: 10,
      unique: true,
      search: true,
      list: false,
      pattern: /^[A-Za-z0-9]+$/,
      right: '只能填写字母和数字',
      help: '留空由 SAP 回传',
    }),
    status: flag('状态', { readOnly: true, initial: 1, filter: true, texts: ['启用', '停用'], width: 80 }),
    closeReason: text('停用原因', { max: 200, readOnly: true, list: false }),
    ...sapFields,
    ...documentFields,
    ...changeFields(controlledFields),
  },
  { title: 'supplierName', code: 'supplierCode', grams: true, scope: { supplier: 'id', owner: 'createBy' } },
)

/** Who may import suppliers and their prices. Catalog §8.5. */
export const SUPPLIER_IMPORT = 'admin:supplier:import'

/** What a supplier delivers, at which price in which days; a new price begins a new line. Catalog §7.1. */
export const supplierProduct = entity(
  'supplierProduct',
  '供货商品',
  {
    supplierId: ref('供应商', 'supplier', { required: true, readOnly: true, filter: true }),
    skuId: ref('商品', 'sku', { required: true, filter: true, width: 240 }),
    supplyPrice: money('供货价', { required: true, width: 120 }),
    taxRate: choice('税率', TAX_RATES, { width: 110 }),
    unitId: ref('采购单位', 'unit', { width: 120 }),
    minQty: quantity('起订量', { width: 100 }),
    leadDays: int('供货周期(天)', { max: 999, width: 110 }),
    startDate: date('生效日期', { required: true }),
    endDate: date('失效日期', { help: '留空为长期' }),
    isDefault: flag('默认', { initial: 0, width: 80 }),
    /** proposed by a contract; counts when a person has taken the mark away */
    isDraft: flag('草稿', { initial: 0, width: 80 }),
    sourceType: text('来源', { max: 30, readOnly: true, list: false }),
    sourceId: int('来源ID', { readOnly: true, list: false }),
  },
  { title: 'skuId', part: true, scope: { supplier: 'supplierId', owner: 'createBy' } },
)

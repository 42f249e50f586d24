import { sapFields } from '#domains/sap/sap.shared.ts'
import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, choices, flag, int, lines, money, quantity, ref, refs, text } from '#kit/fields/shared.ts'
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
} from '../parties.rules.ts'
import { contractFields, TAX_RATES } from './supplier.entity.ts'

/** Entries of the dictionary logistics_mode, which belongs to the system. Platform §8.1. */
const LOGISTICS_MODES = [
  { value: 1, label: '快递' },
  { value: 2, label: '门店自提' },
  { value: 3, label: '自有配送' },
  { value: 4, label: '供应商直配' },
  { value: 5, label: '无需物流' },
  { value: 6, label: '物流托运' },
] as const

/** What the quantity of a price line counts: kg, m³, pieces, trips, orders. Catalog §7.2. */
export const PRICE_MODES = [
  { value: 1, label: '按重量' },
  { value: 2, label: '按体积' },
  { value: 3, label: '按件' },
  { value: 4, label: '按车' },
  { value: 5, label: '按单' },
] as const

/** A price from one region to another, of any level; the nearest one counts. */
export const priceLine = {
  fromCityId: ref('起始城市', 'city', { required: true }),
  toCityId: ref('目的城市', 'city', { required: true }),
  tempZone: choice('温层', TEMP_ZONES, { help: '留空适用全部温层' }),
  firstQty: quantity('首量', { required: true }),
  firstFee: money('首价', { required: true }),
  nextQty: quantity('续量'),
  nextFee: money('续价'),
  minFee: money('最低收费', { initial: 0 }),
  hours: int('时效(小时)', { max: 9999 }),
}

/** What of an approved carrier changes only by a new decision. Catalog §8.1. */
const controlledFields = {
  roadLicenceNo: text('道路运输许可证号', { max: 30, required: true, list: false }),
  // What the quantities of the price lines count.
  priceMode: choice('计费方式', PRICE_MODES, { required: true, width: 90 }),
  priceLines: lines('运价', priceLine, { max: 500 }),
}
export const PROVIDER_CONTROLLED = Object.keys(controlledFields)

/** Carriers with trucks of their own, not the express companies. Catalog §7.2. */
export const logisticsProvider = entity(
  'logisticsProvider',
  '物流商',
  {
    providerCode: text('物流商编码', {
      max: 20,
      unique: true,
      search: true,
      width: 110,
      help: '留空由系统编号',
    }),
    providerName: text('物流商名称', { max: 100, required: true, unique: true, search: true, width: 200 }),
    shortName: text('简称', { max: 30, search: true, list: false }),
    creditCode: creditCodeField('统一社会信用代码', {
      required: true,
      unique: true,
      search: true,
      list: false,
    }),
    roadLicenceNo: controlledFields.roadLicenceNo,
    insuranceAmount: money('货损保险额', { list: false }),
    contactName: text('联系人', { max: 30, required: true, search: true, width: 100 }),
    contactPhone: mobileField('联系电话', { required: true, search: true }),
    dispatchPhone: phoneField('调度电话', { list: false }),
    email: emailField('邮箱', { list: false }),
    ...regionFields('地区'),
    address: text('地址', { max: 200, required: true, list: false }),
    logisticsModes: choices('物流方式', LOGISTICS_MODES, { required: true, filter: true, width: 150 }),
    tempZones: choices('承运温层', TEMP_ZONES, { filter: true, width: 130 }),
    serviceAreas: refs('服务区域', 'city', { list: false }),
    warehouseIds: refs('服务仓库', 'warehouse', { filter: true, list: false }),
    ownTruck: flag('自有车辆', { initial: 0, list: false }),
    truckCount: int('车辆数', { readOnly: true, initial: 0, width: 80 }),
    priceMode: controlledFields.priceMode,
    priceLines: controlledFields.priceLines,
    settleType: choice('结算方式', SETTLE_TYPES, { required: true, list: false }),
    creditDays: int('账期(天)', { max: 999, list: false }),
    bankName: text('开户行', { max: 80, list: false }),
    bankAccount: bankAccountField('银行账号', { list: false }),
    taxRate: choice('税率', TAX_RATES, { initial: 13, list: false }),
    ...contractFields,
    apiCode: text('电子面单编码', { max: 30, list: false }),
    sapCode: text('SAP编码', { max: 10, unique: true, list: false, pattern: /^[A-Za-z0-9]+$/ }),
    status: flag('状态', { readOnly: true, initial: 1, filter: true, texts: ['启用', '停用'], width: 80 }),
    closeReason: text('停用原因', { max: 200, readOnly: true, list: false }),
    ...sapFields,
    ...documentFields,
    ...changeFields(controlledFields),
  },
  { title: 'providerName', code: 'providerCode', grams: true },
)

import { sapFields } from '#domains/sap/sap.shared.ts'
import { choices, decimal, dict, flag, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { mobileField, phoneField, regionFields } from '../parties.rules.ts'
import {
  companyField,
  companyNameField,
  defaultField,
  sapNumberField,
  statusField,
} from './partner.fields.ts'

const WEEKDAYS = [
  { value: 1, label: '周一' },
  { value: 2, label: '周二' },
  { value: 3, label: '周三' },
  { value: 4, label: '周四' },
  { value: 5, label: '周五' },
  { value: 6, label: '周六' },
  { value: 7, label: '周日' },
] as const

const clock = (label: string) =>
  text(label, {
    max: 5,
    pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
    list: false,
    right: '例：08:30',
    help: '例如 08:30',
  })

/** 送达方, SAP role WE: an address with its contact. Catalog §6.2. */
export const shipTo = entity(
  'shipTo',
  '送达方',
  {
    shipToCode: sapNumberField('送达方编码'),
    shipToName: text('送达方名称', { max: 80, required: true, search: true, width: 200 }),
    companyId: companyField,
    companyName: companyNameField,
    contactName: text('收货人', { max: 30, required: true, search: true }),
    contactPhone: mobileField('收货电话', { required: true }),
    backupPhone: phoneField('备用电话', { list: false }),
    ...regionFields('地区', { required: true, list: true }),
    address: text('详细地址', { max: 200, required: true, search: true, width: 220 }),
    lng: decimal('经度', { decimals: 6, min: -180, max: 180, list: false }),
    lat: decimal('纬度', { decimals: 6, min: -90, max: 90, list: false }),
    receiveFrom: clock('收货开始'),
    receiveTo: clock('收货结束'),
    receiveWeekdays: choices('收货日', WEEKDAYS, { list: false, help: '留空不限' }),
    unloadReq: text('卸货要求', { max: 100, list: false }),
    truckLimit: refs('车型限制', 'truckModel', { list: false }),
    needAppointment: flag('需预约', { initial: 0, list: false }),
    logisticsMode: dict('物流方式', 'logistics_mode', { list: false }),
    deliveryCustType: dict('交货客户类型', 'delivery_cust_type', { list: false }),
    routeCode: text('线路', { max: 20 }),
    warehouseId: ref('发货仓库', 'warehouse', { list: false }),
    isDefault: defaultField,
    status: statusField,
    remark: text('备注', { max: 200, long: true, list: false }),
    ...sapFields,
  },
  {
    title: 'shipToName',
    code: 'shipToCode',
    scope: { company: 'companyId', owner: 'createBy' },
    grams: true,
  },
)

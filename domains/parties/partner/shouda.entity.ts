import { sapFields } from '#domains/sap/sap.shared.ts'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, flag, ref, text, texts } from '#kit/fields/shared.ts'
import { changeFields, documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import {
  companyField,
  companyNameField,
  defaultField,
  sapCode,
  sapNumberField,
  statusField,
} from './partner.fields.ts'

const TAX_CLASSES = [
  { value: 0, label: '免税' },
  { value: 1, label: '应税' },
] as const

/** What of a sold-to party in force changes only by a new decision. Catalog §8.1. */
const controlled = {
  salesOrg: sapCode('销售组织', 4, { required: true }),
  distChannel: sapCode('分销渠道', 2, { required: true }),
  division: sapCode('产品组', 2, { required: true }),
  orderBlock: flag('冻结订单', { initial: 0 }),
  deliveryBlock: flag('冻结交货', { initial: 0 }),
  blockReason: text('冻结原因', { max: 200, list: false }),
  defaultPayerId: ref('默认付款方', 'payer', { readOnly: true }),
  defaultShipToId: ref('默认送达方', 'shipTo', { readOnly: true, list: false }),
  defaultInvoiceId: ref('默认开票方', 'invoiceTo', { readOnly: true, list: false }),
}
export const CONTROLLED = Object.keys(controlled)

/** 售达方, SAP role AG. Catalog §6.2. */
export const shouda = entity(
  'shouda',
  '售达方',
  {
    shoudaNum: sapNumberField('售达方编号'),
    shoudaName: text('售达方名称', { max: 80, required: true, search: true, width: 200 }),
    companyId: companyField,
    companyName: companyNameField,
    channelId: choice('渠道', CHANNELS, { required: true, filter: true }),
    salesChannelId: ref('销售渠道', 'salesChannel', { list: false }),
    ...controlled,
    salesOffice: sapCode('销售办事处', 4),
    salesGroup: sapCode('销售组', 3),
    custGroup: sapCode('客户组', 2),
    priceGroup: sapCode('价格组', 2),
    currency: text('币种', { max: 3, initial: 'CNY', pattern: /^[A-Z]{3}$/, right: '例：CNY', list: false }),
    paymentTerms: sapCode('付款条件', 4, { required: true }),
    shipCondition: sapCode('装运条件', 2),
    accountGroup: sapCode('科目分配组', 2),
    taxClass: choice('税分类', TAX_CLASSES, { initial: 1, list: false }),
    warehouseId: ref('默认仓库', 'warehouse', { list: false }),
    productFamilies: texts('可购产品族', { each: 50, max: 50, list: false, help: '留空不限' }),
    isGroupBuying: flag('团购', { initial: 0, list: false }),
    isDefault: defaultField,
    status: { ...statusField, readOnly: true },
    closeReason: text('停用原因', { max: 200, readOnly: true, list: false }),
    ...sapFields,
    ...documentFields,
    ...changeFields(controlled),
  },
  { title: 'shoudaName', code: 'shoudaNum', scope: { company: 'companyId', owner: 'createBy' }, grams: true },
)

import { sapFields } from '#domains/sap/sap.shared.ts'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, date, dict, files, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { changeFields, documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { creditCodeField, emailField, mobileField, phoneField, regionFields } from '../parties.rules.ts'

/** Who sees and sets the credit of a company. Catalog §8.8. */
export const CREDIT = 'admin:system:org:credit'

/** How a party pays. Catalog §6.1, §6.2. */
export const SETTLE_TYPES = [
  { value: 1, label: '预付' },
  { value: 2, label: '货到付款' },
  { value: 3, label: '月结' },
  { value: 4, label: '账期' },
] as const

export const TAXPAYER_TYPES = [
  { value: 1, label: '一般纳税人' },
  { value: 2, label: '小规模' },
  { value: 3, label: '个人' },
] as const

/** How far the qualification of a company has come. Catalog §6.4. */
export const QUALITY_STATES = [
  { value: 1, label: '未审核', means: 'off' },
  { value: 2, label: '审核中', means: 'waits' },
  { value: 3, label: '审核失败', means: 'wrong' },
  { value: 4, label: '审核成功', means: 'done' },
] as const

export const STARS = [
  { value: 5, label: '五星' },
  { value: 4, label: '四星' },
  { value: 3, label: '三星' },
  { value: 2, label: '二星' },
  { value: 1, label: '一星' },
] as const

/** The value of org_type that stands for a natural person, who has no credit code. */
export const PERSON_TYPE = '6'

/** What of an approved company changes only by a new decision. Catalog §8.1. */
const controlledFields = {
  orgName: text('单位名称', { max: 100, required: true, unique: true, search: true, width: 220 }),
  creditCode: creditCodeField('统一社会信用代码', { unique: true, search: true, width: 180 }),
  settleType: choice('结算方式', SETTLE_TYPES, { required: true, initial: 1, list: false }),
  creditLimit: money('信用额度', { initial: 0, permission: CREDIT }),
  creditDays: int('账期(天)', { permission: CREDIT, list: false }),
}
export const CONTROLLED = Object.keys(controlledFields)

const { orgName, creditCode, ...credit } = controlledFields

/** A customer organisation; those with a pid are subsidiaries. Catalog §6.1. */
export const company = entity(
  'company',
  '往来单位',
  {
    orgCode: text('单位编码', { max: 20, unique: true, search: true, width: 110, help: '留空由系统编号' }),
    orgName,
    /** codes of companies merged into this one, by comma */
    aliasCodes: text('曾用编码', { max: 500, readOnly: true, search: true, list: false, port: false }),
    shortName: text('单位简称', { max: 30, search: true }),
    orgType: dict('单位类型', 'org_type', { required: true, filter: true }),
    pid: ref('上级单位', 'company', { initial: 0 }),
    path: text('层级', { max: 100, readOnly: true, list: false, port: false }),
    channelIds: choices('渠道', CHANNELS, { required: true, filter: true }),
    creditCode,
    legalPerson: text('法人', { max: 30, list: false }),
    legalPhone: phoneField('法人电话', { list: false }),
    registerCapital: money('注册资本(万元)', { list: false }),
    establishDate: date('成立日期', { list: false }),
    businessScope: text('经营范围', { max: 500, long: true, list: false }),
    licenceFile: files('营业执照', { list: false, port: false }),
    licenceEnd: date('执照有效期', { list: false, help: '留空为长期' }),
    ...regionFields(),
    address: text('详细地址', { max: 200, required: true, list: false }),
    contactName: text('联系人', { max: 30, required: true, search: true }),
    contactPhone: mobileField('联系电话', { required: true, search: true }),
    contactEmail: emailField('邮箱', { list: false }),
    agentId: ref('业务员', 'admin', { filter: true }),
    salesOffice: text('销售办事处', { max: 4, list: false, filter: true }),
    salesGroup: text('销售组', { max: 3, list: false }),
    salesChannelId: ref('销售渠道', 'salesChannel', { list: false }),
    orgLevelId: ref('门店等级', 'orgLevel', { readOnly: true, filter: true }),
    star: choice('星级', STARS, { readOnly: true, filter: true, width: 80 }),
    ...credit,
    taxpayerType: choice('纳税人类型', TAXPAYER_TYPES, { list: false }),
    deliveryOrderType: dict('交货单类型', 'delivery_order_type', { list: false }),
    deliveryCustType: dict('交货客户类型', 'delivery_cust_type', { list: false }),
    logisticsMode: dict('物流方式', 'logistics_mode', { list: false }),
    onlyDirectory: flag('仅购目录商品', { initial: 0, list: false }),
    qualityStatus: choice('资质状态', QUALITY_STATES, {
      readOnly: true,
      initial: 1,
      filter: true,
      width: 90,
    }),
    status: flag('状态', { initial: 1, readOnly: true, filter: true, texts: ['正常', '停用'], width: 80 }),
    closeReason: text('停用原因', { max: 200, readOnly: true, list: false }),
    ...sapFields,
    ...documentFields,
    ...changeFields(controlledFields),
  },
  { title: 'orgName', code: 'orgCode', grams: true, scope: { company: 'id', owner: 'createBy' } },
)

import { choice, datetime, files, money, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { creditCodeField, emailField, mobileField, regionFields } from '../parties.rules.ts'

export const CUSTOMER_TYPES = [
  { value: 1, label: '企业' },
  { value: 2, label: '个体' },
  { value: 3, label: '个人' },
] as const

export const CUSTOMER_SOURCES = [
  { value: 1, label: '自拓' },
  { value: 2, label: '转介绍' },
  { value: 3, label: '网站' },
  { value: 4, label: '展会' },
  { value: 5, label: '电话' },
  { value: 6, label: '商城' },
] as const

export const STAGES = [
  { value: 1, label: '潜在', means: 'off' },
  { value: 2, label: '意向', means: 'runs' },
  { value: 3, label: '谈判', means: 'runs' },
  { value: 4, label: '成交', means: 'done' },
  { value: 5, label: '流失', means: 'wrong' },
] as const

export const ESTABLISH_FLAGS = [
  { value: 1, label: '已建立', means: 'done' },
  { value: 0, label: '未建立', means: 'off' },
] as const

/** The sales file an agent keeps of a prospect or customer. Catalog §7.3, D9. */
export const customer = entity(
  'customer',
  '客户',
  {
    customerNo: text('客户编号', { max: 20, unique: true, readOnly: true, search: true, width: 100 }),
    customerName: text('客户名称', { max: 100, required: true, search: true, width: 200 }),
    customerType: choice('客户类型', CUSTOMER_TYPES, { required: true, filter: true, width: 90 }),
    source: choice('来源', CUSTOMER_SOURCES, { required: true, filter: true, width: 80 }),
    stage: choice('阶段', STAGES, { initial: 1, filter: true, width: 80 }),
    creditCode: creditCodeField('统一社会信用代码', { search: true, list: false }),
    contactName: text('联系人', { max: 30, required: true, search: true }),
    contactPhone: mobileField('联系电话', { required: true, search: true }),
    wechat: text('微信', { max: 30, list: false }),
    email: emailField('邮箱', { list: false }),
    ...regionFields('地区', {}),
    address: text('详细地址', { max: 200, list: false }),
    industry: text('行业', { max: 30, list: false }),
    intendProducts: refs('意向商品', 'product', { list: false, port: false }),
    estAmount: money('预计月采购额'),
    agentId: ref('负责人', 'admin', { filter: true }),
    nextTime: datetime('下次跟进', { sortable: true, width: 150 }),
    lastTime: datetime('最近跟进', { readOnly: true, sortable: true, width: 150 }),
    lastContent: text('最近内容', { max: 500, readOnly: true, list: false }),
    /** since when the agent answers for it; a neglected one goes back to the pool */
    heldTime: datetime('领取时间', { readOnly: true, list: false, port: false }),
    loseReason: text('流失原因', { max: 200, readOnly: true, list: false }),
    companyId: ref('往来单位', 'company', { readOnly: true, list: false, port: false }),
    establishFlag: choice('建档', ESTABLISH_FLAGS, { readOnly: true, initial: 0, width: 80 }),
    uid: ref('商城用户', 'user', { list: false, port: false }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  { title: 'customerName', code: 'customerNo', grams: true, scope: { owner: 'agentId' } },
)

const CODE = 'admin:customer'
const OPEN = [1, 2, 3] as const

/** Stage 1–3 freely; 4 by 建档 or a first order; 5 with a reason, back to 1 by 领取. Catalog §8.1. */
export const customerStates = stateTable('stage', STAGES, {
  toCompany: { from: OPEN, label: '建档', permission: `${CODE}:toCompany` },
  lose: {
    from: OPEN,
    to: 5,
    label: '标记流失',
    permission: `${CODE}:lose`,
    reason: '流失原因',
    danger: true,
  },
  pool: {
    from: [...OPEN, 5],
    label: '放入公海',
    permission: `${CODE}:pool`,
    prompt: '放入公海后任何业务员都可以领取，确定放入吗？',
  },
})

export const FOLLOW_WAYS = [
  { value: 1, label: '电话' },
  { value: 2, label: '拜访' },
  { value: 3, label: '微信' },
  { value: 4, label: '其他' },
] as const

/** What was said with a customer, and when to speak again. Catalog §7.3. */
export const customerFollow = entity(
  'customerFollow',
  '跟进记录',
  {
    customerId: ref('客户', 'customer', { required: true, form: false }),
    followWay: choice('方式', FOLLOW_WAYS, { required: true, width: 80 }),
    content: text('内容', { max: 500, required: true, long: true, width: 320 }),
    files: files('附件', { list: false, port: false }),
    nextTime: datetime('下次跟进', { width: 150 }),
    adminName: text('跟进人', { max: 50, readOnly: true, width: 90 }),
  },
  { title: 'content', part: true },
)

import { z } from 'zod'
import { choice, int, money, ref, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  post,
  rowsOf,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { companyInput } from './company.document.ts'
import { customer, customerFollow } from './customer.entity.ts'

const CUSTOMER = '/admin/customer'

/** The tabs of the list. Catalog §7.3. */
export const CUSTOMER_TABS = [
  { value: 'mine', label: '我的' },
  { value: 'due', label: '待跟进' },
  { value: 'prospect', label: '未建立' },
  { value: 'established', label: '已建立' },
  { value: 'pool', label: '公海' },
] as const

const filters = {
  tab: choice('页签', CUSTOMER_TABS),
  regionId: ref('地区', 'city'),
  nextLimit: text('下次跟进', { max: 50 }),
  companyId: ref('往来单位', 'company'),
}

const reason = (label: string) => text(label, { max: 200, required: true })
const agent = ref('负责人', 'admin', { required: true })

const usual = standardCalls(CUSTOMER, customer, { filters })

/** Catalog §7.3, §8.6. */
export const customerCalls = {
  ...usual,
  tabs: get(`${CUSTOMER}/tabs`, {
    title: '客户页签',
    permission: 'admin:customer:list',
    input: listInput(customer, filters),
    answer: answerOf(z.record(z.string(), z.number())),
  }),
  followSave: post(`${CUSTOMER}/follow/save`, {
    title: '写跟进',
    input: customerFollow.shape,
    answer: idAnswer,
  }),
  followList: get(`${CUSTOMER}/follow/list`, {
    title: '跟进记录',
    input: { page: paging.page, limit: paging.limit, customerId: ref('客户', 'customer') },
    answer: listAnswer(customerFollow.all),
  }),
  transfer: post(`${CUSTOMER}/transfer`, {
    title: '转移客户',
    input: { ids: idsField('客户'), agentId: agent, reason: text('原因', { max: 200 }) },
  }),
  pool: post(`${CUSTOMER}/pool`, {
    title: '放入公海',
    input: { ids: idsField('客户'), reason: text('原因', { max: 200 }) },
  }),
  claim: post(`${CUSTOMER}/claim`, { title: '领取客户', input: { ids: idsField('客户') } }),
  /** makes the company of a customer; answers the id of the company */
  toCompany: post(`${CUSTOMER}/toCompany/:id`, {
    title: '客户建档',
    input: { id: idField(), ...companyInput },
    answer: idAnswer,
    business: 1,
  }),
  lose: post(`${CUSTOMER}/lose/:id`, {
    title: '标记流失',
    input: { id: idField(), reason: reason('流失原因') },
  }),
  importSheet: post(`${CUSTOMER}/import`, {
    title: '导入客户',
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
}

const STAFF = '/admin/system/admin'

const MODES = [
  { value: 'assign', label: '分配' },
  { value: 'transfer', label: '转移' },
  { value: 'remove', label: '移除' },
] as const

const agentRow = {
  id: idField(),
  realName: text('姓名', { max: 50, width: 100 }),
  account: text('账号', { max: 50 }),
  phone: text('手机', { max: 20 }),
  online: choice(
    '在线',
    [
      { value: 1, label: '在线', means: 'done' },
      { value: 0, label: '离线', means: 'off' },
    ],
    { initial: 0 },
  ),
  customerCount: int('客户数', { initial: 0 }),
  companyCount: int('单位数', { initial: 0 }),
  monthAmount: money('本月成交额', { initial: 0 }),
}

const managedRow = rowsOf(customer, { agentName: nameOf('agentId', '负责人姓名') })

/** The four calls of agents and their customers. Catalog §7.3. */
export const agentCalls = {
  agents: get(`${STAFF}/isAgent/customer/list`, {
    title: '客服列表',
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      roleId: int('角色'),
      ids: someIds(),
    },
    answer: listAnswer(agentRow),
  }),
  notAgent: post(`${STAFF}/update/notAgent/:id`, {
    title: '取消客服标记',
    input: { id: idField(), transferTo: ref('接收人', 'admin') },
  }),
  managed: get(`${STAFF}/customer/management/list`, {
    title: '客服客户列表',
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      agentId: int('负责人'),
      unassigned: int('未分配', { max: 1 }),
    },
    answer: listAnswer(managedRow),
  }),
  assign: post(`${STAFF}/update/agent/customer`, {
    title: '调整客户负责人',
    input: {
      agentId: ref('负责人', 'admin'),
      customerIds: idsField('客户'),
      mode: choice('方式', MODES, { required: true }),
      reason: text('原因', { max: 200 }),
    },
  }),
}

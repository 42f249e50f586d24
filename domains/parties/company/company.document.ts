import { z } from 'zod'
import { choice, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listInput,
  paging,
  post,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { CREDIT, company } from './company.entity.ts'

/** The tabs of the list. Catalog §6.1. */
export const COMPANY_TABS = [
  { value: 'draft', label: '草稿' },
  { value: 'waiting', label: '待审核' },
  { value: 'normal', label: '正常' },
  { value: 'rejected', label: '已驳回' },
  { value: 'closed', label: '停用' },
] as const

const filters = {
  tab: choice('页签', COMPANY_TABS),
  regionId: ref('地区', 'city'),
  /** a company and all below it */
  belowId: ref('单位', 'company'),
}

const companyRow = {
  usedCredit: money('已用额度', { permission: CREDIT, width: 110 }),
}

/** What makes a company, also out of a customer. */
export const companyInput = { ...company.shape, submit: flag('提交') }

/** Companies that may be the same one. Catalog §10. */
const similar = z.object({ id: z.number(), orgCode: z.string(), orgName: z.string(), reason: z.string() })

/** 往来单位. Catalog §6.1, §8.6. */
export const companyDocument = declareDocument(company, {
  path: '/admin/system/org',
  at: {
    list: '/company/relations',
    create: '/company/addCustomers',
    edit: '/company/addCustomers/{id}',
    see: '/company/infoCustomers/{id}/see',
    examine: '/company/infoCustomers/{id}/examine',
    print: '/company/printCustomers',
  },
  menu: 'company.relations',
  list: companyRow,
  filters,
  calls: (usual, path) => ({
    status: post(`${path}/update/status/:id`, {
      title: `启停${company.label}`,
      input: {
        id: idField(),
        status: flag('状态', { required: true }),
        reason: text('停用原因', { max: 200 }),
      },
    }),
    tabs: get(`${path}/tabs`, {
      title: '往来单位页签',
      permission: usual.list.permission,
      input: listInput(company, filters),
      answer: answerOf(z.record(z.string(), z.number())),
    }),
    /** one level of the tree; with keywords those found, wherever they stand */
    tree: get(`${path}/tree`, {
      title: '单位树',
      input: { pid: int('上级单位', { initial: 0 }), keywords: paging.keywords, ids: someIds() },
      answer: answerOf(
        z.array(z.object({ id: z.number(), pid: z.number(), orgName: z.string(), isLeaf: z.boolean() })),
      ),
    }),
    similar: get(`${path}/similar`, {
      title: '相似单位',
      permission: usual.list.permission,
      input: {
        id: int('单位'),
        orgName: text('单位名称', { max: 100 }),
        creditCode: text('统一社会信用代码', { max: 18 }),
        contactPhone: text('联系电话', { max: 20 }),
      },
      answer: answerOf(z.array(similar)),
    }),
    importSheet: post(`${path}/import`, {
      title: '导入往来单位',
      multipart: true,
      input: importInput,
      answer: taskAnswer,
      business: 6,
    }),
    pushSap: post(`${path}/pushSap/:id`, { title: '推送往来单位到SAP', input: { id: idField() } }),
    agent: post(`${path}/agent`, {
      title: '分配业务员',
      input: { ids: idsField('单位'), agentId: ref('业务员', 'admin', { required: true }) },
    }),
  }),
})
export const { calls: companyCalls, states: companyStates } = companyDocument

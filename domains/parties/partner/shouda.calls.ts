import { flag, int, lines, ref, text } from '#kit/fields/shared.ts'
import {
  countsCall,
  get,
  idAnswer,
  idField,
  listAnswer,
  paging,
  patch,
  post,
  rowsAnswer,
} from '#kit/shared/call.ts'
import { documentCalls } from '#kit/shared/documentCalls.ts'
import { countOf } from '#kit/shared/join.ts'
import { companyFilters, companyRow } from './partner.calls.ts'
import { linkLine, partnerLink } from './partnerLink.entity.ts'
import { shouda } from './shouda.entity.ts'
import { SHOUDA } from './shouda.states.ts'

/** A partner a sold-to party may use, as its page and its form show it. */
export const linkRow = {
  ...linkLine,
  code: text('编号', { max: 10, readOnly: true }),
  name: text('名称', { max: 100, readOnly: true }),
  companyId: ref('所属单位', 'company', { readOnly: true }),
  status: flag('状态', { texts: ['启用', '停用'], readOnly: true }),
}
export const links = lines('合作方', linkLine, { max: 500 })

const usual = documentCalls(SHOUDA, shouda, {
  list: {
    ...companyRow,
    shipToCount: countOf(partnerLink, 'shoudaId', '送达方数', { where: { role: 2 }, width: 90 }),
  },
  filters: companyFilters,
  info: { links: lines('合作方', linkRow) },
})

/** A person who buys for themselves at the terms of a sold-to party. Catalog §6.2. */
export const groupBuyer = {
  uid: int('用户ID', { required: true }),
  nickname: text('昵称', { max: 50 }),
  realName: text('姓名', { max: 30 }),
  phone: text('手机', { max: 20 }),
  workNo: text('工号', { max: 30 }),
  bindTime: int('绑定时间'),
  amount: text('累计金额', { max: 20 }),
  status: flag('状态'),
}

export const shoudaCalls = {
  ...usual,
  counts: countsCall(usual.list, shouda.label),
  save: post(`${SHOUDA}/save`, {
    title: '新增售达方',
    input: { ...shouda.shape, links, submit: flag('提交') },
    answer: idAnswer,
  }),
  update: patch(`${SHOUDA}/update`, {
    title: '编辑售达方',
    input: { ...shouda.shape, links, submit: flag('提交') },
  }),
  /** the other state unless one is given */
  status: post(`${SHOUDA}/update/status/:id`, {
    title: '启停售达方',
    input: {
      id: idField(),
      status: flag('状态'),
      reason: text('停用原因', { max: 200 }),
      confirmed: flag('已确认', { initial: 0 }),
    },
  }),
  partners: get(`${SHOUDA}/partners/:id`, {
    title: '售达方合作方',
    input: { id: idField() },
    answer: rowsAnswer(linkRow),
  }),
  pushSap: post(`${SHOUDA}/pushSap/:id`, { title: '推送售达方', input: { id: idField() } }),
  setDefault: post(`${SHOUDA}/setDefault/:id`, { title: '设为默认售达方', input: { id: idField() } }),
  groupBuying: get(`${SHOUDA}/person/groupBuying/list`, {
    title: '团购人员列表',
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      shoudaId: int('售达方', { min: 1 }),
      shoudaNum: text('售达方编号', { max: 10 }),
      status: text('状态', { max: 1, pattern: /^[01]$/ }),
    },
    answer: listAnswer(groupBuyer),
  }),
}

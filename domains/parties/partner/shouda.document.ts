import { flag, int, lines, ref, text } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, listAnswer, paging, patch, post, rowsAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { countOf } from '#kit/shared/join.ts'
import { countsCall } from '#kit/shared/standardCalls.ts'
import { companyFilters, companyRow } from './partner.calls.ts'
import { linkLine, partnerLink } from './partnerLink.entity.ts'
import { shouda } from './shouda.entity.ts'

/** A partner a sold-to party may use, as its page and its form show it. */
export const linkRow = {
  ...linkLine,
  code: text('编号', { max: 10, readOnly: true }),
  name: text('名称', { max: 100, readOnly: true }),
  companyId: ref('所属单位', 'company', { readOnly: true }),
  status: flag('状态', { texts: ['启用', '停用'], readOnly: true }),
}
export const links = lines('合作方', linkLine, { max: 500 })

/** A person who buys for themselves at the terms of a sold-to party. Catalog §6.2. */
export const groupBuyer = {
  uid: int('用户ID', { required: true, list: false }),
  nickname: text('昵称', { max: 50 }),
  realName: text('姓名', { max: 30 }),
  phone: text('手机', { max: 20 }),
  workNo: text('工号', { max: 30 }),
  bindTime: int('绑定时间'),
  amount: text('累计金额', { max: 20 }),
  status: flag('状态'),
}

const PAGE = '/company/addShouda'

/** 售达方. Catalog §6.2. */
export const shoudaDocument = declareDocument(shouda, {
  path: '/admin/system/org/shouda',
  at: {
    list: '/company/shouda',
    create: PAGE,
    edit: `${PAGE}/{id}`,
    see: `${PAGE}/{id}/see`,
    examine: `${PAGE}/{id}/examine`,
    print: '/company/shoudaPrint',
  },
  menu: 'company.shouda',
  list: {
    ...companyRow,
    shipToCount: countOf(partnerLink, 'shoudaId', '送达方数', { where: { role: 2 }, width: 90 }),
  },
  filters: companyFilters,
  info: { links: lines('合作方', linkRow) },
  calls: (usual, path) => ({
    counts: countsCall(usual.list, shouda.label),
    save: post(`${path}/save`, {
      title: '新增售达方',
      input: { ...shouda.shape, links, submit: flag('提交') },
      answer: idAnswer,
    }),
    update: patch(`${path}/update`, {
      title: '编辑售达方',
      input: { ...shouda.shape, links, submit: flag('提交') },
    }),
    /** the other state unless one is given */
    status: post(`${path}/update/status/:id`, {
      title: '启停售达方',
      input: {
        id: idField(),
        status: flag('状态'),
        reason: text('停用原因', { max: 200 }),
        confirmed: flag('已确认', { initial: 0 }),
      },
    }),
    partners: get(`${path}/partners/:id`, {
      title: '售达方合作方',
      input: { id: idField() },
      answer: rowsAnswer(linkRow),
    }),
    pushSap: post(`${path}/pushSap/:id`, { title: '推送售达方', input: { id: idField() } }),
    setDefault: post(`${path}/setDefault/:id`, { title: '设为默认售达方', input: { id: idField() } }),
    groupBuying: get(`${path}/person/groupBuying/list`, {
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
  }),
})
export const { calls: shoudaCalls, states: shoudaStates } = shoudaDocument

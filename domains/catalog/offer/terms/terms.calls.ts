import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, image, int, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { countOf, fieldOf } from '#kit/shared/join.ts'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { BIND_TYPES, termsRelation, termsService } from './terms.entity.ts'

const T = '/admin/terms/service'
const R = `${T}/relations`

export const termsRow = rowsOf(termsService, {
  protocolName: text('协议类型', { max: 50 }),
  bindCount: countOf(termsRelation, 'termsId', '绑定数'),
})
const { content: _content, ...listed } = termsRow

const version = {
  termVersion: termsService.all.termVersion,
  effectiveTime: datetime('生效时间', { required: true }),
  createTime: datetime('保存时间', { required: true }),
  content: termsService.all.content,
}

/** What a product shows in a channel. */
const productTerm = {
  channelId: int('渠道', { required: true }),
  termsId: int('条款', { required: true }),
  termName: text('条款', { max: 50 }),
  protocolName: text('协议', { max: 50 }),
  termVersion: int('版本', { required: true }),
  bindTermsType: choice('绑定于', BIND_TYPES, { required: true }),
  summary: text('简述', { max: 100 }),
}

/** What is bound to a store. */
const { termName, channelIds, termVersion, summary, status } = termsService.all
const storeTerm = {
  id: idField(),
  termName,
  protocolName: productTerm.protocolName,
  channelIds,
  termVersion,
  summary,
  status,
  startTime: termsRelation.all.startTime,
  endTime: termsRelation.all.endTime,
}

const bindType = choice('类型', BIND_TYPES, { required: true })

const relationRow = rowsOf(termsRelation, {
  termName: fieldOf('termsId', termsService, 'termName', '条款'),
  bindName: text('对象', { max: 200 }),
})

const object = {
  bindId: int('对象', { required: true }),
  bindName: text('名称', { max: 200 }),
  bindCode: text('编码', { max: 50 }),
  image: image('图片'),
  /** of the relation; none while it is not bound */
  id: int('ID'),
  version: int('版本'),
  startTime: datetime('开始时间'),
  endTime: datetime('结束时间'),
  sort: int('排序'),
}

const objects = {
  bindTermsType: bindType,
  termsId: idField('条款'),
  keywords: paging.keywords,
  page: paging.page,
  limit: paging.limit,
}

const binding = {
  termsId: idField('条款'),
  bindTermsType: bindType,
  bindIds: idsField('对象'),
}
const changed = answerOf(z.object({ changed: z.number() }))

/** Catalog §3.7, §3.8. */
export const termsCalls = {
  list: get(`${T}/list`, {
    title: '服务条款列表',
    input: listInput(termsService),
    answer: listAnswer(listed),
  }),
  info: get(`${T}/info/:id`, {
    title: '服务条款详情',
    input: { id: idField() },
    answer: rowAnswer(termsRow),
  }),
  save: post(`${T}/save`, { title: '新增服务条款', input: termsService.shape, answer: idAnswer }),
  update: patch(`${T}/update`, { title: '编辑服务条款', input: termsService.shape }),
  remove: post(`${T}/delete/:id`, { title: '删除服务条款', input: { id: idField() } }),
  status: post(`${T}/update/status/:id/:status`, {
    title: '启停服务条款',
    input: { id: idField(), status: int('状态', { required: true, max: 1 }) },
  }),
  exportRows: post(`${T}/export`, {
    title: '导出服务条款',
    input: { ...listInput(termsService), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  getAll: get(`${T}/getAll`, {
    title: '渠道服务条款',
    input: { channelId: choice('渠道', CHANNELS) },
    answer: rowsAnswer(listed),
  }),
  versions: get(`${T}/version/list`, {
    title: '条款历史版本',
    permission: 'admin:terms:service:info',
    input: { id: idField('条款') },
    answer: rowsAnswer(version),
  }),
  ofProduct: get(`${T}/product/list`, {
    title: '商品服务条款',
    permission: 'admin:terms:service:list',
    input: { productId: idField('商品') },
    answer: rowsAnswer(productTerm),
  }),
  ofStore: get(`${T}/store/list`, {
    title: '门店服务条款',
    permission: 'admin:terms:service:list',
    input: { storeId: idField('门店') },
    answer: rowsAnswer(storeTerm),
  }),
  all: optionsCall(T, '服务条款', 'termsService'),
}

export const relationCalls = {
  list: get(`${R}/bind/list`, {
    title: '条款绑定列表',
    input: listInput(termsRelation, { termsId: int('条款', { min: 1 }) }),
    answer: listAnswer(relationRow),
  }),
  update: patch(`${R}/update`, {
    title: '编辑条款绑定',
    input: {
      startTime: termsRelation.shape.startTime,
      endTime: termsRelation.shape.endTime,
      sort: termsRelation.shape.sort,
    },
  }),
  unbound: get(`${R}/un/bind/list/:bindTermsType`, {
    title: '未绑定对象',
    input: objects,
    answer: listAnswer(object),
  }),
  bound: get(`${R}/bind/list/:bindTermsType`, {
    title: '已绑定对象',
    input: objects,
    answer: listAnswer(object),
  }),
  bind: post(`${R}/update/binding`, { title: '绑定条款', input: binding, answer: changed }),
  unbind: post(`${R}/update/unbind`, { title: '解绑条款', input: binding, answer: changed }),
}

import { z } from 'zod'
import { flag, ref, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { article } from './article.entity.ts'

const A = '/admin/article'
const { content: _content, ...listed } = article.all
const { visit: _visit, mediaId: _mediaId, productId: _productId, ...input } = article.shape
const rows = {
  ...listed,
  productName: nameOf('productId', '关联商品', { of: 'product' }),
  /** where the shop shows it; '' while the shop has no address */
  link: text('链接', { max: 500, list: false }),
}

// One or several categories, each with those below it.
const asked = listInput(article, { cid: text('文章分类', { max: 200, pattern: /^[\d,]*$/ }) })

const savedAnswer = answerOf(
  z.object({
    id: z.number(),
    /** stored hidden until somebody has reviewed its words */
    isHeld: z.boolean(),
  }),
)

/** Platform §9.1. */
export const articleCalls = {
  list: get(`${A}/list`, { title: '文章列表', input: asked, answer: listAnswer(rows) }),
  remove: get(`${A}/delete`, { title: '删除文章', input: { id: idField() }, change: true }),
  info: get(`${A}/info`, { title: '文章详情', input: { id: idField() }, answer: rowAnswer(article.all) }),
  save: post(`${A}/save`, { title: '新增文章', input, answer: savedAnswer }),
  update: patch(`${A}/update`, { title: '编辑文章', input, answer: savedAnswer }),
  bind: patch(`${A}/bind/product`, {
    title: '关联商品',
    input: { productId: ref('关联商品', 'product') },
  }),
  status: post(`${A}/update/status/:id`, {
    title: '显示隐藏文章',
    input: { id: idField(), status: flag('状态', { required: true }) },
  }),
  exportRows: post(`${A}/export`, {
    title: '导出文章',
    input: { ...asked, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

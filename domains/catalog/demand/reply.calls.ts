import { z } from 'zod'
import { choice, flag, images, int, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  type Page,
  paging,
  post,
  rowAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { product } from '../product/product.entity.ts'
import { productReply } from './productReply.entity.ts'
import { SCORE_KINDS } from './reply.rules.ts'

const P = '/admin/store/product'
const REPLY = `${P}/reply`

/** Catalog §8.8. */
const VIRTUAL_REPLY = 'admin:store:product:reply:virtual'

/** In place of the score itself: 好评, 中评, 差评. */
const replyInput = listInput(productReply, {
  productSearch: text('商品', { max: 100 }),
  nickname: text('用户名称', { max: 20 }),
  score: text('评分', { max: 20, pattern: /^(good|medium|poor)(,(good|medium|poor))*$/ }),
  hasPics: text('有图', { max: 1, pattern: /^[01]$/ }),
  productId: text('商品', { max: 200, pattern: /^\d{1,9}(,\d{1,9})*$/ }),
})

export const replyRow = rowsOf(productReply, {
  productName: { ...fieldOf('productId', product, 'storeName'), width: 200 },
  productCode: fieldOf('productId', product, 'productCode'),
  image: fieldOf('productId', product, 'image', '商品图'),
})

const SHOWN_KINDS = [
  { value: 'all', label: '全部' },
  ...SCORE_KINDS.map(({ value, label }) => ({ value, label })),
  { value: 'pic', label: '有图' },
] as const

/** A comment as the shop shows it. */
export const shownShape = {
  id: productReply.all.id,
  nickname: productReply.shape.nickname,
  avatar: productReply.shape.avatar,
  sku: productReply.shape.sku,
  productScore: productReply.shape.productScore,
  serviceScore: productReply.shape.serviceScore,
  comment: productReply.shape.comment,
  pics: images('评价图片', { max: 10 }),
  merchantReplyContent: productReply.shape.merchantReplyContent,
  merchantReplyTime: productReply.shape.merchantReplyTime,
  createTime: productReply.all.createTime,
}

interface Figures {
  sumCount: number
  goodCount: number
  inCount: number
  poorCount: number
  picCount: number
  /** percent with two decimals, e.g. '92.00' */
  replyChance: string
  /** mean of the product scores, one decimal */
  replyStar: number
}

const shownRows = listAnswer(shownShape)
const shownAnswer: Answer<
  Page<RowOf<typeof shownShape>> & Figures,
  Page<WireOf<typeof shownShape>> & Figures
> = {
  ...shownRows,
  encode: (page, may) => ({
    ...shownRows.encode(page, may),
    sumCount: page.sumCount,
    goodCount: page.goodCount,
    inCount: page.inCount,
    poorCount: page.poorCount,
    picCount: page.picCount,
    replyChance: page.replyChance,
    replyStar: page.replyStar,
  }),
}

/** Catalog §3.6, §3.8. */
export const replyCalls = {
  list: get(`${REPLY}/list`, { title: '商品评论列表', input: replyInput, answer: listAnswer(replyRow) }),
  info: get(`${REPLY}/info/:id`, {
    title: '商品评论详情',
    input: { id: idField() },
    answer: rowAnswer(replyRow),
  }),
  save: post(`${REPLY}/save`, {
    title: '新增虚拟评论',
    permission: VIRTUAL_REPLY,
    input: productReply.shape,
    answer: answerOf(z.object({ id: z.number(), isHeld: z.boolean() })),
  }),
  comment: post(`${REPLY}/comment`, {
    title: '回复评论',
    input: {
      ids: idsField(),
      merchantReplyContent: text('回复', { max: 512, required: true, long: true }),
    },
  }),
  status: post(`${REPLY}/update/status/:id`, {
    title: '显示隐藏评论',
    input: { id: idsField(), status: flag('显示', { required: true }) },
  }),
  remove: get(`${REPLY}/delete/:id`, { title: '删除评论', input: { id: idsField() }, change: true }),
  exportRows: post(`${REPLY}/export`, {
    title: '导出商品评论',
    input: { ...replyInput, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
  shown: get(`${P}/replyStoreProductId`, {
    title: '商品的评价',
    input: {
      productId: idField('商品'),
      type: choice('类型', SHOWN_KINDS, { initial: 'all' }),
      page: paging.page,
      limit: int('每页条数', { min: 1, max: 100, initial: 20 }),
    },
    answer: shownAnswer,
  }),
}

import { choice, datetime, flag, image, images, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** A comment somebody of the house wrote. */
export const VIRTUAL = 2

const REPLY_TYPES = [
  { value: 1, label: '买家评价' },
  { value: 2, label: '虚拟' },
] as const

const SCORES = [
  { value: 5, label: '5分' },
  { value: 4, label: '4分' },
  { value: 3, label: '3分' },
  { value: 2, label: '2分' },
  { value: 1, label: '1分' },
] as const

const kept = { readOnly: true, list: false, form: false } as const

/** A comment on a product, of a buyer or virtual. Catalog §3.6. */
export const productReply = entity(
  'productReply',
  '商品评论',
  {
    productId: ref('商品', 'product', { required: true, list: false }),
    skuId: ref('规格', 'sku', { list: false }),
    sku: text('规格', { max: 255, readOnly: true, width: 120 }),
    uid: ref('用户', 'user', kept),
    oid: int('订单', { ...kept, port: false }),
    orderLineId: int('订单明细', { ...kept, port: false }),
    replyType: choice('评论类型', REPLY_TYPES, { readOnly: true, initial: 1, filter: true }),
    nickname: text('用户名称', { max: 20, required: true, search: true, width: 120 }),
    avatar: image('用户头像', { required: true, list: false, port: false, ratio: 1 }),
    productScore: choice('商品分数', SCORES, { required: true, width: 90 }),
    serviceScore: choice('服务分数', SCORES, { required: true, width: 90 }),
    comment: text('评价文字', { max: 512, required: true, long: true, width: 260 }),
    pics: images('评价图片', { max: 10, port: false }),
    isReply: flag('评价状态', {
      readOnly: true,
      initial: 0,
      filter: true,
      list: false,
      texts: ['已回复', '未回复'],
    }),
    merchantReplyContent: text('回复内容', { max: 512, readOnly: true, long: true, width: 200 }),
    merchantReplyTime: datetime('回复时间', { readOnly: true, list: false }),
    isShow: flag('显示', { readOnly: true, initial: 1, filter: true, texts: ['显示', '隐藏'] }),
  },
  { title: 'nickname', order: [['id', 'desc']], grams: true },
)

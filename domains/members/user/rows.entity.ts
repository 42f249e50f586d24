import { choice, datetime, int, money, ref, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

const BASKET_KINDS = [
  { value: 1, label: '购物车' },
  { value: 2, label: '收藏' },
] as const

/** In the cart or marked: rows of two tables, told as one list. Members §2.4. */
export const basketRow = entity(
  'userBasket',
  '购物车与收藏',
  {
    kind: choice('类型', BASKET_KINDS, { readOnly: true, required: true, width: 90 }),
    productId: ref('商品', 'product', { readOnly: true, width: 240 }),
    skuId: ref('规格', 'sku', { readOnly: true, width: 160 }),
    num: int('数量', { readOnly: true, width: 80 }),
    addPrice: money('加入时价格', { readOnly: true, width: 110 }),
    time: datetime('时间', { readOnly: true, required: true, width: 150 }),
  },
  { title: 'kind' },
)
export const basketShape = { id: common.id, ...basketRow.shape }

/** A movement on the account of a user. Members §2.4. */
export const moneyRow = entity(
  'userMoney',
  '余额变动',
  {
    amount: money('变动金额', { readOnly: true, required: true, min: -99_999_999_999, width: 110 }),
    balance: money('变动后', { readOnly: true, required: true, min: -99_999_999_999, width: 110 }),
    kind: text('类型', { max: 20, readOnly: true, width: 100 }),
    title: text('标题', { max: 100, readOnly: true, width: 160 }),
    linkId: text('关联单号', { max: 60, readOnly: true, width: 180 }),
    mark: text('备注', { max: 200, readOnly: true, width: 200 }),
  },
  { title: 'kind' },
)
export const moneyShape = { id: common.id, ...moneyRow.shape, createTime: common.createTime }

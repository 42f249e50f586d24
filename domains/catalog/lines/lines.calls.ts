import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, int, json, money, percent, ref, refs, text } from '#kit/fields/shared.ts'
import { type Answer, post, rowsAnswer } from '#kit/shared/call.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { storeCalls } from '../product/product.calls.ts'
import { COST } from '../product/sku.entity.ts'

/** As many codes as are taken at once. Catalog §10. */
export const MOST_CODES = 500

/** A sku as a line of a document begins with it, and the figures a price is held against. */
export const foundSku = {
  skuId: ref('商品', 'sku', { required: true }),
  productId: ref('商品', 'product', { required: true }),
  productName: text('商品名称', { max: 128 }),
  productCode: text('商品编码', { max: 30 }),
  skuCode: text('规格编码', { max: 30 }),
  suk: text('规格', { max: 255 }),
  image: text('图片', { max: 500 }),
  unitName: text('单位', { max: 20 }),
  cost: money('成本价', { permission: COST }),
  /** what is paid now in the channel asked for, or what the sku shows */
  price: money('售价'),
  otPrice: money('原价'),
  basePrice: money('基础价'),
  minRate: percent('允许下浮(%)'),
  purchaseBase: money('采购基准价'),
  floorPrice: money('最低限价'),
  taxRate: int('税率(%)', { required: true }),
  boxQty: int('箱规'),
}

interface Found<Row> {
  list: Row[]
  /** codes that name no sku, in the order they were given */
  notFound: string[]
}

const rows = rowsAnswer(foundSku)
const answer: Answer<Found<RowOf<typeof foundSku>>, Found<WireOf<typeof foundSku>>> = {
  ...rows,
  json: {
    type: 'object',
    properties: { list: rows.json, notFound: { type: 'array', items: { type: 'string' } } },
  },
  encode: ({ list, notFound }, may) => ({ list: rows.encode(list, may), notFound }),
}

/**
 * Skus by pasted codes (规格编码, 商品编码 or barcodes, also of packing units) or by ids, in the order given, each
 * once. A code of a product with several skus brings all of them.
 */
export const findSkusCall = post('/admin/store/product/sku/find', {
  title: '按编码查找规格',
  permission: storeCalls.attrValues.permission,
  change: false,
  input: {
    codes: json('编码', z.array(z.string().max(40)).max(MOST_CODES), { initial: [] }),
    skuIds: refs('商品', 'sku', { max: 1000 }),
    channelId: choice('渠道', CHANNELS),
    salesChannelId: ref('销售渠道', 'salesChannel'),
    shoudaId: ref('售达方', 'shouda'),
    orgLevelId: ref('组织等级', 'orgLevel'),
  },
  answer,
})

import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, dict, int, quantity, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { NAMED_SCOPES } from '../shelf/visible.ts'
import { SHELF_STATES } from './shelf.states.ts'

/** How a product is offered in one channel. Catalog D1, §3.5. */
export const productChannel = entity(
  'productChannel',
  '可售商品',
  {
    productId: ref('商品', 'product', { required: true, readOnly: true }),
    channelId: choice('渠道', CHANNELS, { required: true, readOnly: true, width: 90 }),
    platformStatus: choice('平台状态', SHELF_STATES, {
      readOnly: true,
      initial: 0,
      filter: true,
      width: 120,
    }),
    /** skus that are off while the product is on the shelf of the channel */
    offSkuIds: refs('下架规格', 'sku', { readOnly: true, list: false, port: false }),
    title: text('渠道标题', { max: 128, list: false, help: '留空使用商品名称' }),
    visibleScope: dict('可见范围', 'visible_scope', { width: 110 }),
    /** user levels, org levels, companies or tags, as the scope says */
    visibleIds: refs('指定对象', 'visible', {
      refersBy: {
        field: 'visibleScope',
        entities: Object.fromEntries(NAMED_SCOPES.map((one) => [one, one])),
      },
      list: false,
      port: false,
    }),
    minQty: quantity('起购数量', { initial: 1, list: false }),
    stepQty: quantity('购买倍数', { initial: 1, list: false }),
    maxQty: quantity('单次上限', { list: false, help: '留空不限' }),
    showTime: datetime('计划上架', { list: false }),
    offTime: datetime('计划下架', { list: false }),
    sort: int('排序', { initial: 0, sortable: true, width: 90 }),
    deliveryWarehouse: refs('供货仓库', 'warehouse', { list: false }),
    shelfTime: datetime('上架时间', { readOnly: true, width: 150 }),
    sales: quantity('渠道销量', { readOnly: true, initial: 0, sortable: true, width: 100 }),
  },
  { title: 'channelId', order: [['sort', 'desc']], part: true },
)

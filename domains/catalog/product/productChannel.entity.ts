import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, ref, refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { SHELF_STATES } from './shelf.states.ts'

/** How a product stands in one channel. Catalog D1. */
export const productChannel = entity(
  'productChannel',
  '渠道商品',
  {
    productId: ref('商品', 'product', { required: true, readOnly: true }),
    channelId: choice('渠道', CHANNELS, { required: true, readOnly: true }),
    platformStatus: choice('平台状态', SHELF_STATES, { readOnly: true, initial: 0 }),
    /** skus that are off while the product is on the shelf of the channel */
    offSkuIds: refs('下架规格', 'sku', { readOnly: true }),
  },
  { title: 'channelId', part: true },
)

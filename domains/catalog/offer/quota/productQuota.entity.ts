import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, flag, quantity, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { LIMIT_TYPES, SCOPE_ENTITY, SCOPE_TYPES } from './quota.rules.ts'

/** How much a buyer may order of some products in a period; all of its products count together. Catalog §3.5. */
export const productQuota = entity(
  'productQuota',
  '商品限额',
  {
    quotaName: text('限额名称', { max: 50, required: true, search: true }),
    productIds: refs('商品', 'product', { list: false }),
    skuIds: refs('规格', 'sku', { list: false }),
    channelIds: choices('渠道', CHANNELS, { required: true, filter: true }),
    scopeType: choice('对象', SCOPE_TYPES, { initial: 0 }),
    // What they name follows from scopeType; the server checks them there.
    scopeIds: refs('指定对象', 'quotaScope', {
      refersBy: { field: 'scopeType', entities: SCOPE_ENTITY },
      list: false,
      port: false,
    }),
    limitType: choice('周期', LIMIT_TYPES, { required: true, filter: true }),
    minQty: quantity('起购', { initial: 0 }),
    maxQty: quantity('限购', { required: true, min: 0.001 }),
    startTime: datetime('开始时间', { required: true }),
    endTime: datetime('结束时间', { required: true }),
    status: flag('启用', { initial: 1, texts: ['启用', '停用'] }),
    /** by which another room finds the row it asked for again; empty for rows people made */
    sourceKey: text('来源', { max: 100, unique: true, readOnly: true, list: false, port: false }),
  },
  { title: 'quotaName', grams: true },
)

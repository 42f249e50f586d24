import { int, quantity, ref } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** What a warehouse knows of a sku beside the product itself: one row for each pair that has any. Warehouse §4.9. */
export const wmsProduct = entity(
  'wmsProduct',
  '仓储商品',
  {
    skuId: ref('商品', 'sku', { required: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true }),
    safetyQty: quantity('安全库存', { initial: 0 }),
    minQty: quantity('库存下限', { initial: 0 }),
    maxQty: quantity('库存上限', { initial: 0, help: '0 为不限' }),
    defaultSectionId: ref('默认存储区', 'section', { list: false }),
    pickSectionId: ref('拣货区', 'section', { list: false }),
    pickMin: quantity('拣货区下限', { list: false }),
    pickMax: quantity('拣货区上限', { list: false }),
    leadDays: int('到货提前期(天)', { initial: 5, max: 999, list: false }),
    coverDays: int('覆盖天数', { initial: 10, max: 999, list: false }),
  },
  { title: 'skuId', scope: { warehouse: 'warehouseId' } },
)

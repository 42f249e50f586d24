import { int, quantity, text } from '#kit/fields/shared.ts'
import { countOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { section } from './section.entity.ts'
import { warehouse } from './warehouse.entity.ts'

/** Warehouse §4.1. */
export const warehouseCalls = standardCalls('/admin/warehouse', warehouse, {
  filters: { city: text('省市区', { max: 12, pattern: /^\d+$/ }) },
  list: {
    sectionCount: countOf(section, 'warehouseId', '库区数', { width: 75 }),
    skuCount: int('在库SKU数', { initial: 0, width: 95 }),
    onHand: quantity('现存总量', { initial: 0, width: 100 }),
  },
})

import { fixed, int, quantity } from '#kit/fields/shared.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { section } from './section.entity.ts'

const SECTION = '/admin/wms/section'

/** Warehouse §4.2. */
export const sectionCalls = standardCalls(SECTION, section, {
  list: {
    skuCount: int('SKU数', { initial: 0, width: 75 }),
    onHand: quantity('现存量', { initial: 0, width: 90 }),
    filled: fixed('占用率(%)', { width: 95 }),
  },
})

import type { Made, TableOf } from '#kit/server/database.ts'
import type { brand } from './masters/brand.entity.ts'
import type { productParam } from './masters/productParam.entity.ts'
import type { sapWmsGroup } from './masters/sapWmsGroup.entity.ts'
import type { unit } from './masters/unit.entity.ts'
import type { product } from './product/product.entity.ts'
import type { productChannel } from './product/productChannel.entity.ts'
import type { productUnit } from './product/productUnit.entity.ts'
import type { sku } from './product/sku.entity.ts'
import type { rule } from './rule/rule.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    unit: TableOf<typeof unit>
    brand: TableOf<typeof brand>
    sapWmsGroup: TableOf<typeof sapWmsGroup>
    productParam: TableOf<typeof productParam>
    rule: TableOf<typeof rule>
    product: TableOf<typeof product>
    sku: TableOf<typeof sku>
    productUnit: TableOf<typeof productUnit>
    productChannel: TableOf<typeof productChannel>
    /** who holds a barcode among living products; its key keeps two creates apart */
    productBarcode: { barCode: string; productId: number }
    /** validity-dated prices, append-only; only endTime of an open row is written later. Catalog §4.1 */
    skuPrice: {
      id: Made<number>
      skuId: number
      channelId: number
      scopeType: Made<number>
      scopeId: Made<number>
      price: number
      otPrice: number
      startTime: Made<Date>
      endTime: Date | null
      sourceType: string
      sourceId: number
      sourceLineId: number
      createBy: number | null
      createByName: string
    }
    /** what was put on and taken off the shelf, per sku and channel; append-only */
    shelfLog: {
      id: Made<number>
      productId: number
      skuId: number
      channelId: number
      from: number
      to: number
      action: string
      source: string
      reason: string
      adminId: number | null
      adminName: string
      createTime: Made<Date>
    }
    /** what a person changed of a product: labelled fields, values as shown; append-only */
    productOperateLog: {
      id: Made<number>
      productId: number
      action: string
      source: string
      fields: unknown
      adminId: number | null
      adminName: string
      createTime: Made<Date>
    }
  }
}

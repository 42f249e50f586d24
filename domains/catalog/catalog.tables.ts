import type { Made, TablesOf } from '#kit/server/database.ts'
import type { catalogEntities } from './catalog.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof catalogEntities> {
    /** a buyer's share of a limit: the row that orders at the same instant meet at. Catalog §8.2 */
    quotaBuyer: {
      limitKind: number
      limitId: number
      buyerKind: number
      buyerId: number
      used: Made<number>
    }
    /** what an order line takes of a limit and what came back of it */
    quotaUse: {
      id: Made<number>
      limitKind: number
      limitId: number
      lineId: number
      orderSn: string
      buyerKind: number
      buyerId: number
      channelId: number
      skuId: number
      qty: number
      given: Made<number>
      createTime: Made<Date>
    }
    /** every text a term has had */
    termsVersion: {
      id: Made<number>
      termsId: number
      termVersion: number
      termName: string
      summary: string
      content: string
      effectiveTime: Date
      createTime: Made<Date>
      createBy: number | null
    }
    /** what a warning has told, once per rule, product and day */
    prodCateWarningLog: {
      id: Made<number>
      warningId: number
      productId: number
      day: string
      value: number
      content: string
      receiverIds: number[]
      createTime: Made<Date>
    }
    /** which open document holds a product in a channel. Catalog invariant 8 */
    openDocLine: { productId: number; channelId: number; docType: string; docId: number; docNo: string }
    /** what is to be done with a product at a time; each step once. Catalog §8.7 */
    productPlan: {
      id: Made<number>
      sourceType: 'showApply' | 'productEdit' | 'batch' | 'channel'
      sourceId: number
      sourceNo: Made<string>
      productId: number
      channelId: Made<number>
      action: 'putOnShell' | 'offShell' | 'edit'
      skuIds: Made<number[]>
      reason: Made<string>
      dueTime: Date
      status: Made<0 | 1 | 2 | 3>
      result: Made<string>
      doneTime: Date | null
      /** 1: also below the floor */
      anyPrice: Made<0 | 1>
      adminId: number | null
      adminName: Made<string>
      createTime: Made<Date>
    }
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
      /** of base prices only */
      purchaseBase: number | null
      minRate: number | null
      /** 1: ends by itself; 0: ends where the next one begins */
      isTimed: Made<number>
      /** what shown prices know of it: 0 not yet, 1 began, 2 ended */
      phase: Made<number>
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

import { z } from 'zod'
import { int, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField } from '#kit/shared/call.ts'

const SCANS = '/admin/wms/scan'
/** Goods and sections that a device is told at once. */
export const TOLD_MOST = 1000

/** What a handheld must know of goods to read their codes without the network. */
const goods = z.object({
  skuId: z.number(),
  storeName: z.string(),
  skuCode: z.string(),
  suk: z.string(),
  image: z.string(),
  unitName: z.string(),
  /** pieces of a box; 0 for goods that come in none */
  boxQty: z.number(),
  /** of the quantities of its unit */
  decimals: z.number(),
  /** what its unit weighs; 0: it is no unit of weight */
  unitGrams: z.number(),
  batchManaged: z.number(),
  shelfLifeDays: z.number(),
  /** everything that stands on them, with how many pieces it means */
  codes: z.array(z.object({ code: z.string(), ratio: z.number(), unitName: z.string() })),
})

const section = z.object({
  id: z.number(),
  warehouseId: z.number(),
  code: z.string(),
  name: z.string(),
  barCode: z.string(),
  type: z.number(),
  /** prefixes of what the scales of its warehouse print: 20-29 */
  weighPrefix: z.string(),
})

/** What handhelds ask. Warehouse §7. */
export const scanCalls = {
  resolve: get(`${SCANS}/resolve`, {
    title: '识别条码',
    input: {
      code: text('条码', { max: 200, required: true }),
      /** whose scales printed it; without it, those of any */
      warehouseId: int('仓库', { min: 1 }),
    },
    answer: answerOf(
      z.object({
        /** a box label is the document it belongs to */
        kind: z.enum(['section', 'goods', 'document']),
        sections: z.array(section),
        goods: z.array(goods),
        /** of the code itself: its unit, and what a GS1 code says besides */
        ratio: z.number(),
        lotNo: z.string(),
        productionDate: z.string(),
        expiryDate: z.string(),
        document: z.object({ type: z.string(), id: z.number(), sn: z.string() }).nullable(),
      }),
    ),
  }),
  goods: get(`${SCANS}/goods`, {
    title: '商品条码',
    permission: 'admin:wms:scan:resolve',
    input: { skuIds: idsField('商品', TOLD_MOST) },
    answer: answerOf(z.array(goods)),
  }),
  sections: get(`${SCANS}/sections`, {
    title: '库区条码',
    permission: 'admin:wms:scan:resolve',
    input: { warehouseId: idField('仓库') },
    answer: answerOf(z.array(section)),
  }),
}

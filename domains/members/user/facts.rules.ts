import { z } from 'zod'

/** A line of a paid order as its event tells it; q in thousandths, paid in cents. Doors §6. */
const orderLine = z.object({
  lineId: z.number(),
  productId: z.number(),
  skuId: z.number(),
  q: z.number(),
  paid: z.number(),
})
export type OrderLineFact = z.infer<typeof orderLine>

const refundLine = z.object({ lineId: z.number(), skuId: z.number(), q: z.number(), amount: z.number() })
export type RefundLineFact = z.infer<typeof refundLine>

/** What this room reads of order.paid. Doors §6. */
export const orderPaid = z.object({
  orderId: z.number(),
  orderSn: z.string(),
  channelId: z.number().nullable(),
  uid: z.number().nullable(),
  lines: z.array(orderLine),
  time: z.date(),
})

/** And of refund.changed. */
export const refundChanged = z.object({
  refundId: z.number(),
  orderSn: z.string(),
  uid: z.number().nullable(),
  to: z.number(),
  lines: z.array(refundLine),
  time: z.date(),
})

export const visited = z.object({
  eventId: z.number(),
  uid: z.number().nullable(),
  pages: z.number(),
  shares: z.number(),
  time: z.date(),
})

export const replied = z.object({
  replyId: z.number(),
  uid: z.number().nullable(),
  score: z.number().nullable(),
  time: z.date(),
})

/** Whole pieces of a quantity in thousandths. */
export const piecesOf = (q: number): number => Math.round(q / 1000)

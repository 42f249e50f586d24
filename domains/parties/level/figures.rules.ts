/**
 * What a sold-to party bought of one sku by one order for one payer in a month: orders by the time they were paid,
 * refunds by the time they were refunded, dues by their day. Amounts in cents, quantities in thousandths.
 */
export interface PurchaseFigure {
  shoudaId: number
  payerId: number
  orderSn: string
  skuId: number
  /** main category of the product */
  cateId: number
  qty: number
  shippedQty: number
  refundedQty: number
  gross: number
  discount: number
  refund: number
  paid: number
  /** came due in the month, and what of it was paid by its day */
  due: number
  paidInTime: number
}

import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointWeb: WebPart = {
  register() {
    declareMasterOptions(
      'purchaseAppointment',
      '采购预约',
      '/admin/wts/purchaseAppointment',
      '/wts/purchaseAppointment',
    )
  },
}

import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** The ledger, its lists and accounts. Warehouse §2, §4.4, §4.10. */
export const stockWeb: WebPart = {
  register() {
    declareMasterOptions('stockVacct', '库存虚拟账户', '/admin/wms/stockVacct', '/wms/stockVacct')
  },
}

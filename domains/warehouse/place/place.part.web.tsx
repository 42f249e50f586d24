import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Warehouses and sections as forms of any room choose them. Warehouse §4.1, §4.2. */
export const placeWeb: WebPart = {
  register() {
    declareMasterOptions('warehouse', '仓库', '/admin/warehouse', '/warehouse/list')
    declareMasterOptions('anyWarehouse', '仓库', '/admin/warehouse/any', '/warehouse/list')
    declareMasterOptions('section', '库区', '/admin/wms/section', '/wms/section')
  },
}

import { button, type FactsPart } from '#kit/shared/room.ts'
import { MASTER, wmsProductCalls } from './wmsProduct.calls.ts'

/** What the warehouse must know of each sku. Warehouse §4.9. */
export const goodsFacts: FactsPart = {
  calls: Object.values(wmsProductCalls),
  rights: {
    'wms.wmsProduct': {
      calls: wmsProductCalls,
      buttons: [
        button('批量编辑', wmsProductCalls.batchUpdate),
        { name: '编辑商品仓储资料', permissions: [MASTER] },
      ],
    },
  },
}

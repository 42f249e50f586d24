import { text } from '#kit/fields/shared.ts'
import { idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { lineSheet, lineSheetCalls } from '../document/lineSheet.ts'
import { documentMaker } from '../document/maker.ts'
import { SCRAP_REASONS, stockout } from './stockout.entity.ts'

/** Its lines as a sheet. Warehouse §9. */
export const stockoutSheet = lineSheet({ title: '出库明细', reasons: SCRAP_REASONS })

/** Goods that leave. Warehouse §3, §4.6. */
export const stockoutDocument = declareDocument(stockout, {
  path: '/admin/wms/stockout',
  at: placesAt('/wms/stockout', {
    create: '/wms/addStockOut',
    edit: '/wms/addStockOut?id={id}',
    see: '/wms/infoStockOut/{id}',
    examine: '/wms/examineStockOut/{id}',
    print: '/wms/stockout/print',
  }),
  menu: 'wms.stockout',
  number: ['stockoutSn', 'CK'],
  list: documentMaker,
  calls: (usual, path) => ({
    ...lineSheetCalls(usual.save.permission, path, stockoutSheet),
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销出库单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
  }),
})
export const stockoutCalls = stockoutDocument.calls

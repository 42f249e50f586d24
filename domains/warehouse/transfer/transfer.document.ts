import { choice, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { madeOf } from '#kit/shared/join.ts'
import { lineSheet, lineSheetCalls } from '../document/lineSheet.ts'
import { transferScanCalls } from './scan.calls.ts'
import { DIFF_REASONS, transfer } from './transfer.entity.ts'

/** Which line, by its place in the document from 1. */
const lineNo = int('行号', { required: true, min: 1 })

export const shipLine = { lineNo, qty: quantity('发出数量', { width: 110 }) }
export const receiveLine = {
  lineNo,
  qty: quantity('实收数量', { width: 110 }),
  sectionId: ref('入库库区', 'section', { width: 150 }),
}
export const diffLine = {
  lineNo,
  lostQty: quantity('损失数量', { width: 100 }),
  returnedQty: quantity('退回数量', { width: 100 }),
  reason: choice('差异原因', DIFF_REASONS, { width: 110 }),
}
const given = { min: 1, max: 5000, required: true } as const

/** Its lines as a sheet. Warehouse §9. */
export const transferSheet = lineSheet({ title: '调拨明细' })

/** Goods that go from one warehouse to another, in two steps. Warehouse §3, §4.7. */
export const transferDocument = declareDocument(transfer, {
  path: '/admin/wms/transfer',
  at: placesAt('/wms/transfer', {
    create: '/wms/addTransfer',
    edit: '/wms/addTransfer?id={id}',
    see: '/wms/infoTransfer/{id}',
    examine: '/wms/examineTransfer/{id}',
    print: '/wms/transfer/print',
  }),
  menu: 'wms.transfer',
  number: ['transferSn', 'DB'],
  list: {
    wayDays: madeOf(['outWarehouseId', 'shipTime', 'status'], int('在途天数', { readOnly: true, width: 80 })),
    /** longer than its source warehouse thinks usual */
    late: madeOf([], flag('超期在途', { readOnly: true, initial: 0, list: false })),
    /** the reader receives it blind: no quantity of it is told before the first receipt */
    blind: madeOf([], flag('盲收', { readOnly: true, initial: 0, list: false })),
  },
  filters: { overdue: flag('超期在途') },
  calls: (usual, path) => ({
    ...lineSheetCalls(usual.save.permission, path, transferSheet),
    ...transferScanCalls(path, { list: usual.list.permission, info: usual.info.permission }),
    ship: post(`${path}/ship/:id`, {
      title: '调拨出库',
      input: { id: idField(), lines: lines('明细', shipLine, given) },
    }),
    receive: post(`${path}/receive/:id`, {
      title: '调拨收货',
      input: { id: idField(), lines: lines('明细', receiveLine, given) },
    }),
    diff: post(`${path}/diff/:id`, {
      title: '调拨差异',
      input: { id: idField(), lines: lines('明细', diffLine, given) },
    }),
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销调拨单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
    cancel: post(`${path}/cancel/:id`, {
      title: '取消调拨',
      input: { id: idField(), reason: text('取消原因', { max: 200, required: true }) },
    }),
  }),
})
export const transferCalls = transferDocument.calls

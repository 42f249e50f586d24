import { z } from 'zod'
import { date, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, rowsAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { goodsFields } from '../document/goods.fields.ts'
import { lineSheet, lineSheetCalls } from '../document/lineSheet.ts'
import { documentMaker } from '../document/maker.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { shifting } from './shifting.entity.ts'

const AT = '/wms/addShiftingParking'

/** Its lines as a sheet. Warehouse §9. */
export const shiftingSheet = lineSheet({ title: '移库明细', named: true, moves: true })

/** What a put-away is answered: its document, and whether it has passed. */
export const putAwayDone = z.object({ shiftingSn: z.string(), auditStatus: z.number() })

/** Goods that move within their warehouse; the words details and audit of an address open one for reading or deciding. Warehouse §4.8. */
export const shiftingDocument = declareDocument(shifting, {
  path: '/admin/wms/shiftingParking',
  at: placesAt('/wms/shiftingParking', {
    create: AT,
    edit: `${AT}/{id}`,
    see: `${AT}/{id}/details`,
    examine: `${AT}/{id}/details/audit`,
    print: '/wms/shiftingParking/print',
  }),
  menu: 'wms.shiftingParking',
  number: ['shiftingSn', 'YK'],
  list: documentMaker,
  calls: (usual, path) => ({
    ...lineSheetCalls(usual.save.permission, path, shiftingSheet),
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销移库单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
    scan: post(`${path}/scan`, {
      title: '扫码上架',
      input: {
        warehouseId: idField('仓库'),
        sectionId: idField('移出库区'),
        toSectionId: idField('移入库区'),
        skuId: idField('商品'),
        lotNo: text('批次号', { max: 32 }),
        qty: quantity('数量', { required: true }),
        scanId: text('扫码号', { max: 40 }),
        code: text('条码', { max: 200 }),
      },
      answer: answerOf(putAwayDone),
    }),
    /** what pick sections lack, and whence it comes */
    replenish: get(`${path}/replenish`, {
      title: '补货建议',
      permission: usual.save.permission,
      input: { warehouseId: int('仓库', { min: 1, required: true }) },
      answer: rowsAnswer({
        ...goodsFields,
        sectionId: ref('移出库区', 'section', { required: true }),
        toSectionId: ref('移入库区', 'section', { required: true }),
        lotNo: lotNoField(),
        expiryDate: date('到期日期'),
        qty: quantity('数量', { required: true }),
      }),
    }),
  }),
})
export const shiftingCalls = shiftingDocument.calls

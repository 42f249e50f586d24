import { z } from 'zod'
import { date, int, quantity, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, post, rowsAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { lineSheet, lineSheetCalls } from '../document/lineSheet.ts'
import { documentMaker } from '../document/maker.ts'
import { lotLabel } from '../stock/stock.calls.ts'
import { stockin } from './stockin.entity.ts'

const AT = '/wms/stockin'

/** Its lines as a sheet. Warehouse §9. */
export const stockinSheet = lineSheet({ title: '入库明细', comes: true })

/** What a scan is answered: how much of the lot there is now. */
export const receiptScanned = z.object({ skuId: z.number(), lotNo: z.string(), scanQty: z.number() })

/** Goods received. Warehouse §3, §4.5. */
export const stockinDocument = declareDocument(stockin, {
  path: '/admin/wms/stockin',
  at: placesAt(AT, {
    create: '/wms/addStockin',
    edit: '/wms/addStockin?id={id}',
    see: '/wms/infoStockin/{id}',
    examine: '/wms/examineStockin/{id}',
    print: '/wms/stockin/print',
  }),
  menu: 'wms.stockin',
  number: ['stockinSn', 'RK'],
  list: documentMaker,
  calls: (usual, path) => ({
    ...lineSheetCalls(usual.save.permission, path, stockinSheet),
    purchase: get(`${path}/purchase`, {
      title: '采购单待收明细',
      permission: usual.save.permission,
      input: {
        purchaseSn: text('采购单号', { max: 40, required: true }),
        /** where the goods come in */
        warehouseId: int('仓库', { min: 1 }),
      },
      answer: answerOf(
        z.array(
          z.object({
            purchaseSn: z.string(),
            purchaseLineId: z.number(),
            supplierId: z.number(),
            skuId: z.number(),
            productName: z.string(),
            skuCode: z.string(),
            suk: z.string(),
            unitName: z.string(),
            /** 0 where the warehouse receives blind: it is told once own figures are saved */
            planQty: z.number(),
            price: z.string().nullable(),
          }),
        ),
      ),
    }),
    labels: get(`${path}/labels`, {
      title: '入库批次标签',
      permission: usual.print.permission,
      input: { ids: idsField('入库单', 50) },
      answer: rowsAnswer(lotLabel),
    }),
    scan: post(`${path}/scan`, {
      title: '收货扫码',
      input: {
        id: idField('入库单'),
        skuId: idField('商品'),
        qty: quantity('数量', { required: true }),
        lotNo: text('批次号', { max: 32 }),
        productionDate: date('生产日期'),
        expiryDate: date('到期日期'),
        scanId: text('扫码号', { max: 40 }),
        code: text('条码', { max: 200 }),
      },
      answer: answerOf(receiptScanned),
    }),
    finishScans: post(`${path}/scan/finish/:id`, {
      title: '扫码收货完成',
      permission: usual.submit.permission,
      input: { id: idField() },
    }),
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销入库单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
  }),
})
export const stockinCalls = stockinDocument.calls

import { z } from 'zod'
import { date, quantity, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { stockin } from './stockin.entity.ts'

const AT = '/wms/stockin'

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
  calls: (usual, path) => ({
    purchase: get(`${path}/purchase`, {
      title: '采购单待收明细',
      permission: usual.save.permission,
      input: { purchaseSn: text('采购单号', { max: 40, required: true }) },
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
            planQty: z.number(),
            price: z.string().nullable(),
          }),
        ),
      ),
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

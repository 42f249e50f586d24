import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { stockin } from './stockin.entity.ts'

const AT = '/wms/stockin'

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
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销入库单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
  }),
})
export const stockinCalls = stockinDocument.calls

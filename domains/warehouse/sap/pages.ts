import { type Page, page } from '#kit/shared/pages.ts'

const billForm = () => import('./BillForm.tsx')
const deliveryForm = () => import('./SapDeliveryForm.tsx')
const form = () => import('./DailyStockForm.tsx')

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsPages: readonly Page[] = [
  page('wts.sapBill', 'SAP单据', '/wts/sapBill', () => import('./BillList.tsx'), {
    sort: 24,
    behind: [
      page('wts.sapBill.add', '新增SAP单据', '/wts/sapBill/add', billForm, { adds: 'admin:wts:sapBill:save' }),
      page('wts.sapBill.edit', '编辑SAP单据', '/wts/sapBill/add/:id', billForm),
      page('wts.sapBill.info', 'SAP单据详情', '/wts/sapBill/info/:id', () => import('./BillInfo.tsx')),
    ],
  }),
  page('wts.sapDeliveryOrder', 'SAP交货单', '/wts/sapDeliveryOrder', () => import('./SapDeliveryList.tsx'), {
    sort: 22,
    behind: [
      page('wts.sapDeliveryOrder.add', '新增SAP交货单', '/wts/sapDeliveryOrder/add', deliveryForm, {
        adds: 'admin:wts:sapDeliveryOrder:save',
      }),
      page('wts.sapDeliveryOrder.edit', '编辑SAP交货单', '/wts/sapDeliveryOrder/add/:id', deliveryForm),
      page('wts.sapDeliveryOrder.info', 'SAP交货单详情', '/wts/sapDeliveryOrder/info/:id', () => import('./SapDeliveryInfo.tsx')),
    ],
  }),
  page('wts.sapDailyFullStock', 'SAP每日全量库存', '/wts/sapDailyFullStock', () => import('./DailyStockList.tsx'), {
    sort: 20,
    behind: [
      page('wts.sapDailyFullStock.add', '新增SAP每日全量库存', '/wts/sapDailyFullStock/add', form, {
        adds: 'admin:wts:sapDailyFullStock:save',
      }),
      page('wts.sapDailyFullStock.edit', '编辑SAP每日全量库存', '/wts/sapDailyFullStock/add/:id', form),
      page('wts.sapDailyFullStock.info', 'SAP每日全量库存详情', '/wts/sapDailyFullStock/info/:id', () => import('./DailyStockInfo.tsx')),
      page('wts.sapDailyFullStock.print', '打印SAP库存差异', '/wts/sapDailyFullStock/print/:id', () => import('./DailyStockPrint.tsx')),
    ],
  }),
]

import { screensOf } from '#kit/shared/documentPages.ts'
import { type Page, page } from '#kit/shared/pages.ts'

const stockin = screensOf(() => import('../stockin/stockin.screens.tsx'))

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentPages: readonly Page[] = [
  page('wms.stockin', '入库单', '/wms/stockin', stockin.List, {
    sort: 80,
    behind: [
      page('wms.stockin.add', '新增入库单', '/wms/addStockin', stockin.Form, { adds: 'admin:wms:stockin:save' }),
      page('wms.stockin.examine', '审核入库单', '/wms/examineStockin/:id', stockin.Page),
      page('wms.stockin.info', '入库单详情', '/wms/infoStockin/:id', stockin.Page),
      page('wms.stockin.print', '打印入库单', '/wms/stockin/print', stockin.Print),
    ],
  }),
]

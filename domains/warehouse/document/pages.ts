import { screensOf } from '#kit/shared/documentPages.ts'
import { type Page, page, unlisted } from '#kit/shared/pages.ts'

const stockinLabels = async () => ({ default: (await import('../stock/LotLabels.tsx')).StockinLabels })
const stockin = screensOf(() => import('../stockin/stockin.screens.tsx'))
const stockout = screensOf(() => import('../stockout/stockout.screens.tsx'))
const transfer = screensOf(() => import('../transfer/transfer.screens.tsx'))
const shifting = screensOf(() => import('../shifting/shifting.screens.tsx'))
const freeze = screensOf(() => import('../freeze/freeze.screens.tsx'))
const examineFreeze = async () => ({ default: (await import('../freeze/freeze.screens.tsx')).default.Examine })

const SHIFT = '/wms/addShiftingParking'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentPages: readonly Page[] = [
  page('wms.stockin', '入库单', '/wms/stockin', stockin.List, {
    sort: 80,
    behind: [
      page('wms.stockin.add', '新增入库单', '/wms/addStockin', stockin.Form, { adds: 'admin:wms:stockin:save' }),
      page('wms.stockin.examine', '审核入库单', '/wms/examineStockin/:id', stockin.Page),
      page('wms.stockin.info', '入库单详情', '/wms/infoStockin/:id', stockin.Page),
      page('wms.stockin.print', '打印入库单', '/wms/stockin/print', stockin.Print),
      unlisted('admin:wms:stockin:print', '入库批次标签', '/wms/stockin/labels', stockinLabels),
    ],
  }),
  page('wms.stockout', '出库单', '/wms/stockout', stockout.List, {
    sort: 78,
    behind: [
      page('wms.stockout.add', '新增出库单', '/wms/addStockOut', stockout.Form, { adds: 'admin:wms:stockout:save' }),
      page('wms.stockout.examine', '出库单审核', '/wms/examineStockOut/:id', stockout.Page),
      page('wms.stockout.info', '出库单详情', '/wms/infoStockOut/:id', stockout.Page),
      page('wms.stockout.print', '打印出库单', '/wms/stockout/print', stockout.Print),
    ],
  }),
  page('wms.transfer', '调拨单', '/wms/transfer', transfer.List, {
    sort: 76,
    behind: [
      page('wms.transfer.add', '新增调拨单', '/wms/addTransfer', transfer.Form, { adds: 'admin:wms:transfer:save' }),
      page('wms.transfer.examine', '调拨单审核', '/wms/examineTransfer/:id', transfer.Page),
      page('wms.transfer.info', '调拨单详情', '/wms/infoTransfer/:id', transfer.Page),
      page('wms.transfer.print', '打印调拨单', '/wms/transfer/print', transfer.Print),
    ],
  }),
  page('wms.shiftingParking', '移库单', '/wms/shiftingParking', shifting.List, {
    sort: 74,
    behind: [
      page('wms.shiftingParking.add', '新增移库单', SHIFT, shifting.Form, { adds: 'admin:wms:shiftingParking:save' }),
      page('wms.shiftingParking.edit', '编辑移库单', `${SHIFT}/:id`, shifting.Form),
      page('wms.shiftingParking.info', '移库单详情', `${SHIFT}/:id/:details`, shifting.Page),
      page('wms.shiftingParking.examine', '移库单审核', `${SHIFT}/:id/:details/:audit`, shifting.Page),
      page('wms.shiftingParking.print', '打印移库单', '/wms/shiftingParking/print', shifting.Print),
    ],
  }),
  page('wms.freeze', '冻结单', '/wms/freeze', freeze.List, {
    sort: 72,
    behind: [
      page('wms.freeze.add', '新增冻结单', '/wms/addFreeze', freeze.Form, { adds: 'admin:wms:freeze:save' }),
      page('wms.freeze.examine', '冻结单审核', '/wms/examineFreeze/:id?', examineFreeze),
      page('wms.freeze.unfreeze', '解冻', '/wms/unFreeze/:id?', () => import('../freeze/UnFreeze.tsx')),
      page('wms.freeze.info', '冻结单详情', '/wms/freeze/info/:id', freeze.Page),
      page('wms.freeze.print', '打印冻结单', '/wms/freeze/print', freeze.Print),
    ],
  }),
]

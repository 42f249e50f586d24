import { type Page, page, unlisted } from '#kit/shared/pages.ts'
import { vacctPages } from '../vacct/pages.ts'

/** The ledger, its lists and accounts. Warehouse §4.4, §4.10. */
export const stockPages: readonly Page[] = [
  page('wms.stock', '库存查询', '/wms/stock', () => import('./StockList.tsx'), {
    sort: 100,
    behind: [
      unlisted('admin:wms:stock:list', '库存详情', '/wms/stock/info/:id', () => import('./StockInfo.tsx')),
      unlisted('admin:wms:stock:list', '批次追溯', '/wms/stock/lotTrace/:skuId/:lotNo', () => import('./LotTrace.tsx')),
      unlisted('admin:wms:stock:print', '批次标签', '/wms/stock/labels', () => import('./LotLabels.tsx')),
    ],
  }),
  page('wms.recordLog', '库存流水', '/wms/recordLog/:productCode?/:sectionId?/:freezeNo?', () => import('./RecordLog.tsx'), { sort: 99 }),
  page('wms.stocklog', '出入库日志', '/wms/stocklog', () => import('./StockLog.tsx'), {
    sort: 98,
    behind: [unlisted('admin:wms:stocklog:list', '过账详情', '/wms/stocklog/posting/:id', () => import('./PostingInfo.tsx'))],
  }),
  ...vacctPages,
]

import { type Page, page } from '#kit/shared/pages.ts'

const form = () => import('./DailyStockForm.tsx')

/** What SAP sends to the warehouse. Warehouse §5.1. */
export const sapDocsPages: readonly Page[] = [
  page('wts.sapDailyFullStock', 'SAP每日全量库存', '/wts/sapDailyFullStock', () => import('./DailyStockList.tsx'), {
    sort: 20,
    behind: [
      page('wts.sapDailyFullStock.add', '新增SAP每日全量库存', '/wts/sapDailyFullStock/add', form, {
        adds: 'admin:wts:sapDailyFullStock:save',
      }),
      page('wts.sapDailyFullStock.edit', '编辑SAP每日全量库存', '/wts/sapDailyFullStock/add/:id', form),
      page('wts.sapDailyFullStock.info', 'SAP每日全量库存详情', '/wts/sapDailyFullStock/info/:id', () => import('./DailyStockInfo.tsx')),
    ],
  }),
]

import { type Page, page, type Route, type Screen } from '#kit/shared/pages.ts'

const info: Screen = async () => ({ default: (await import('./count.screens.tsx')).default.Page })
const print: Screen = () => import('./CountPrint.tsx')

/** The sheets of a kind of count, with the page of one and its print. */
function sheets(word: string, label: string, sort: number, screen: Screen, more: readonly Page[] = []): Route {
  const key = `wts.${word}StockCount`
  const at = `/wts/${word}StockCount`
  return page(key, `${label}盘点表`, at, screen, {
    sort,
    behind: [
      page(`${key}.info`, `${label}盘点表详情`, `${at}/info/:id`, info),
      page(`${key}.examine`, `审核${label}盘点表`, `${at}/examine/:id`, info),
      page(`${key}.print`, `${label}盘点表打印`, `${at}/print/:id`, print),
      ...more,
    ],
  })
}

/** Counts: plans, and the sheets of each kind. Warehouse §5.9. */
export const countPages: readonly Page[] = [
  page('wts.inventoryManage', '盘点管理', '/wts/inventoryManage', () => import('./PlanList.tsx'), { sort: 40 }),
  sheets('daily', '日', 38, () => import('./DailyCounts.tsx')),
  sheets('monthly', '月', 36, () => import('./MonthlyCounts.tsx')),
  sheets('seasonal', '季', 34, () => import('./SeasonalCounts.tsx')),
  sheets('yearly', '年', 32, () => import('./YearlyCounts.tsx')),
  page('wts.stockCounts', '全部盘点表', '/wts/stockCounts', () => import('./AllCounts.tsx'), {
    sort: 30,
    behind: [
      page('wts.stockCounts.info', '盘点表详情', '/wts/stockCounts/info/:id', info),
      page('wts.stockCounts.examine', '审核盘点表', '/wts/stockCounts/examine/:id', info),
    ],
  }),
]

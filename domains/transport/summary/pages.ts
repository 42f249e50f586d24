import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** What trips and consignments came to. Warehouse §5.7, §5.8. */
export const summaryPages: readonly Page[] = [
  page('wts.deliverySummary', '配送汇总', '/wts/deliverySummary', () => import('./DeliverySummary.tsx'), {
    sort: 50,
    behind: [unlisted('admin:wts:deliverySummary:print', '打印配送汇总', '/wts/deliverySummary/print', () => import('./DeliverySummaryPrint.tsx'))],
  }),
  page('wts.outCityTransportSummary', '市外运输汇总', '/wts/outCityTransportSummary', () => import('./OutCitySummary.tsx'), {
    sort: 48,
    behind: [
      unlisted(
        'admin:wts:outCityTransportSummary:print',
        '打印市外运输汇总',
        '/wts/outCityTransportSummary/print',
        () => import('./OutCitySummaryPrint.tsx'),
      ),
    ],
  }),
]

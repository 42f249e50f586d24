import { type Page, page } from '#kit/shared/pages.ts'

/** Warehouse §4.10. */
export const vacctPages: readonly Page[] = [
  page('wms.stockVacct', '库存虚拟账户', '/wms/stockVacct', () => import('./VacctList.tsx'), {
    sort: 60,
    behind: [page('wms.stockVacct.record', '账户流水', '/wms/stockVacctRecord/:id?', () => import('./VacctRecord.tsx'))],
  }),
]

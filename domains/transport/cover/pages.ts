import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Front sheets, and the bundle that a vehicle takes along. Warehouse §5.6. */
export const coverPages: readonly Page[] = [
  page('wts.coverPage', '封面', '/wts/coverPage', () => import('./CoverList.tsx'), {
    sort: 60,
    behind: [
      unlisted('admin:wts:coverPage:print', '打印封面', '/wts/coverPage/print/:idList', () => import('./CoverPrint.tsx')),
      unlisted('admin:wts:coverPage:print', '打印随车单据', '/wts/coverPage/bundle/:id', () => import('./BundlePrint.tsx')),
    ],
  }),
]

import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Papers that travel. Warehouse §5.6. */
export const papersPages: readonly Page[] = [
  page('wts.attachmentSheet', '附表', '/wts/attachmentSheet', () => import('./SheetList.tsx'), {
    sort: 59,
    behind: [
      unlisted('admin:wts:attachmentSheet:info', '附表详情', '/wts/attachmentSheet/info/:id', () => import('./SheetInfo.tsx')),
      unlisted('admin:wts:attachmentSheet:print', '打印附表', '/wts/attachmentSheet/print/:idList', () => import('./SheetPrint.tsx')),
    ],
  }),
]

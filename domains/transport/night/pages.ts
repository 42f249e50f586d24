import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Night counts. Warehouse §5.6. */
export const nightPages: readonly Page[] = [
  page('wts.nightCount', '夜盘单', '/wts/nightCount', () => import('./NightList.tsx'), {
    sort: 61,
    behind: [
      unlisted('admin:wts:nightCount:info', '夜盘单详情', '/wts/nightCount/info/:id', () => import('./NightInfo.tsx')),
      unlisted('admin:wts:nightCount:print', '打印夜盘单', '/wts/nightCount/print/:idList', () => import('./NightPrint.tsx')),
    ],
  }),
]

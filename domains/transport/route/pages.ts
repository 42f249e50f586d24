import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Routes. Warehouse §5.8. */
export const routePages: readonly Page[] = [
  page('wts.routeTable', '线路表', '/wts/routeTable', () => import('./RouteList.tsx'), {
    sort: 60,
    behind: [unlisted('admin:wts:routeTable:print', '打印线路表', '/wts/routeTable/print/:idList', () => import('./RoutePrint.tsx'))],
  }),
]

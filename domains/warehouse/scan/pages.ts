import { type Page, page } from '#kit/shared/pages.ts'

/** Handhelds. Warehouse §7. */
export const scanPages: readonly Page[] = [page('wms.scan', '扫码作业', '/wms/scan/:job?/:id?', () => import('./ScanPage.tsx'), { sort: 102 })]

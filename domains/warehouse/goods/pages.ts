import { type Page, page } from '#kit/shared/pages.ts'

/** Warehouse §4.9. */
export const goodsPages: readonly Page[] = [page('wms.wmsProduct', '仓储商品', '/wms/wmsProduct', () => import('./WmsProductList.tsx'), { sort: 30 })]

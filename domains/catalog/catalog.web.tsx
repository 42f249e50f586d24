import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { readAt } from '#kit/shared/standardCalls.ts'
import { newMaster } from '#kit/web/form/newMaster.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareMasterOptions, declareRefOptions } from '#kit/web/refs.ts'
import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { demandWeb } from './demand/demand.part.web.tsx'
import { offerWeb } from './offer/offer.part.web.tsx'
import { priceWeb } from './price/price.part.web.tsx'
import type { storeCalls } from './product/product.calls.ts'
import { shelfWeb } from './shelf/shelf.part.web.tsx'

const parts = joinWeb(priceWeb, shelfWeb, offerWeb, demandWeb)

/** The screens of the room, alphabetically. Catalog §1.3. */
export const catalogWeb: RoomWeb = {
  name: 'catalog',
  pages: () => import('./pages.ts'),
  badges: parts.badges,
  register() {
    parts.register()
    declareMasterOptions('brand', '品牌', '/admin/product/brand', '/storerepo/brand')
    declareRefOptions('product', {
      call: readAt<typeof storeCalls.stringify>('/admin/store/product/stringify'),
      optionsOf: ({ list }) => list.map(({ id, productName }) => ({ value: id, label: productName })),
      title: '商品',
      page: '/store/index',
      Input: lazyInput(() =>
        import('./product/ProductInput.tsx').then((file) => ({ default: file.ProductInput })),
      ),
    })
    declareMasterOptions('productParam', '商品参数', '/admin/product/param', '/store/productParam')
    declareRefOptions('sku', {
      call: readAt<typeof storeCalls.attrValues>('/admin/store/product/productAttrValuelist'),
      optionsOf: ({ list }) =>
        list.map(({ id, productName, suk, skuCode }) => ({
          value: id,
          label: [productName, suk, skuCode].filter((part) => part !== '').join(' '),
        })),
      title: '规格',
      page: '/store/index',
    })
    declareMasterOptions('sapWmsGroup', 'SAP仓储分组', '/admin/product/sapWmsGroup', '/storerepo/sapWmsGroup')
    declareTaskForm(
      'product',
      lazy(() => import('./product/ProductTask.tsx')),
    )
    declareMasterOptions(
      'unit',
      '计量单位',
      '/admin/product/unit',
      '/storerepo/unit',
      newMaster(() => import('./masters/unit.master.ts')),
    )
  },
}

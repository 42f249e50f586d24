import { lazy } from 'react'
import { declareTab } from '#kit/web/info/tabs.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerWeb: WebPart = {
  register() {
    declareMasterOptions(
      'productTag',
      '商品标签',
      '/admin/system/tag/product',
      '/tag/productLabel',
      async () => {
        const { newTag } = await import('./tag/TagList.tsx')
        return newTag()
      },
    )
    declareMasterOptions('termsService', '服务条款', '/admin/terms/service', '/store/termOfService')
    declareTab('store', {
      key: 'terms',
      label: '条款',
      permission: 'admin:terms:service:list',
      Content: lazy(() => import('./terms/StoreTerms.tsx')),
    })
  },
}

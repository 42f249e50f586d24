import { lazy } from 'react'
import { optionsCall } from '#kit/shared/call.ts'
import { declareTab } from '#kit/web/info/tabs.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerWeb: WebPart = {
  register() {
    declareRefOptions('productTag', {
      call: optionsCall('/admin/system/tag/product', '商品标签'),
      title: '商品标签',
      page: '/tag/productLabel',
    })
    declareRefOptions('termsService', {
      call: optionsCall('/admin/terms/service', '服务条款'),
      title: '服务条款',
      page: '/store/termOfService',
    })
    declareTab('store', {
      key: 'terms',
      label: '条款',
      permission: 'admin:terms:service:list',
      Content: lazy(() => import('./terms/StoreTerms.tsx')),
    })
  },
}

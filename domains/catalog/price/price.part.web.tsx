import { lazy } from 'react'
import { declareCompanyTab } from '#domains/parties/parties.pickers.tsx'
import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Prices and the documents that set them. Catalog §4. */
export const priceWeb: WebPart = {
  register() {
    const salesChannels = optionsCall('/admin/purpose/salesChannel', '销售渠道')
    declareRefOptions('salesChannel', {
      call: salesChannels,
      title: '销售渠道',
      page: '/purpose/salesChannel',
    })
    // Which of several entities is chosen from, the form says; names are never asked by this one.
    declareRefOptions('priceScope', {
      call: salesChannels,
      title: '适用对象',
      page: null,
      Input: lazyInput(() => import('./PriceScope.tsx')),
    })
    declareCompanyTab({
      key: 'prices',
      label: '价格与商品',
      permission: [
        'admin:store:product:price:history',
        'admin:payerproduct:list',
        'admin:store:product:directory:list',
      ],
      Content: lazy(() => import('./CompanyPrices.tsx')),
    })
    declareDocumentTasks({
      basePrice: () => import('./basePrice.screens.tsx'),
      saleInfo: () => import('./saleInfo.screens.tsx'),
      priceNotice: () => import('./priceNotice.screens.tsx'),
    })
  },
}

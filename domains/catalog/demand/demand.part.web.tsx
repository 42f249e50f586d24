import { lazy } from 'react'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { declareTab } from '#kit/web/info/tabs.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandWeb: WebPart = {
  register() {
    const purposes = {
      call: optionsCall('/admin/purpose/product', '意向'),
      title: '意向',
      page: '/purpose/product',
    }
    // A form offers those that are answered now, a filter all of them.
    declareRefOptions('purposeProduct', purposes)
    declareRefOptions('anyPurpose', { ...purposes, input: () => ({ anyTime: 1 }) })
    declareTab('customer', {
      key: 'feedback',
      label: '意向反馈',
      permission: 'admin:purpose:feedback:list',
      Content: lazy(() => import('./CustomerFeedback.tsx')),
    })
  },
}

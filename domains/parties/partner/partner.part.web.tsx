import { lazy } from 'react'
import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from '../company/companyTabs.ts'

const ORG = '/admin/system/org'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerWeb: WebPart = {
  register() {
    declareMasterOptions('shouda', '售达方', `${ORG}/shouda`, '/company/shouda')
    declareMasterOptions('payer', '付款方', `${ORG}/payer`, '/company/payer')
    declareMasterOptions('shipTo', '送达方', `${ORG}/userAddress`, '/company/userAddress')
    declareMasterOptions('invoiceTo', '开票方', `${ORG}/invoice`, '/company/invoice')
    declareDocumentTasks({
      shouda: () => import('./shouda.screens.tsx'),
      companyQuality: () => import('./licence/quality.screens.tsx'),
    })
    declareCompanyTab({
      key: 'partners',
      label: '合作方',
      permission: 'admin:system:org:shouda:list',
      Content: lazy(() => import('./CompanyPartners.tsx')),
    })
    declareCompanyTab({
      key: 'licences',
      label: '资质证照',
      permission: 'admin:system:org:licence:list',
      Content: lazy(() => import('./licence/CompanyLicences.tsx')),
    })
  },
}

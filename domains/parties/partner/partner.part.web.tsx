import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from '../company/companyTabs.ts'

const ORG = '/admin/system/org'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerWeb: WebPart = {
  register() {
    declareRefOptions('shouda', {
      call: optionsCall(`${ORG}/shouda`, '售达方'),
      title: '售达方',
      page: '/company/shouda',
    })
    declareRefOptions('payer', {
      call: optionsCall(`${ORG}/payer`, '付款方'),
      title: '付款方',
      page: '/company/payer',
    })
    declareRefOptions('shipTo', {
      call: optionsCall(`${ORG}/userAddress`, '送达方'),
      title: '送达方',
      page: '/company/userAddress',
    })
    declareRefOptions('invoiceTo', {
      call: optionsCall(`${ORG}/invoice`, '开票方'),
      title: '开票方',
      page: '/company/invoice',
    })
    declareTaskForm(
      'shouda',
      lazy(() => import('./ShoudaTask.tsx')),
    )
    declareTaskForm(
      'companyQuality',
      lazy(() => import('./licence/QualityTask.tsx')),
    )
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

import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { RoomRoute, WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from '../company/companyTabs.ts'

const ORG = '/admin/system/org'

/** A page that opens from a list. */
const page = (
  path: string,
  title: string,
  activeMenu: string,
  open: RoomRoute['lazy'],
  permission?: string,
): RoomRoute => ({
  path,
  title,
  activeMenu,
  lazy: open,
  ...(permission === undefined ? {} : { permission }),
})

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerWeb: WebPart = {
  routes: [
    { path: '/company/shouda', title: '售达方', lazy: () => import('./ShoudaList.tsx') },
    page('/company/addShouda/:id?', '售达方资料', '/company/shouda', () => import('./ShoudaForm.tsx')),
    page('/company/addShouda/:id/see', '售达方详情', '/company/shouda', () => import('./ShoudaPage.tsx')),
    page('/company/addShouda/:id/examine', '售达方审核', '/company/shouda', () => import('./ShoudaPage.tsx')),
    page(
      '/company/shoudaPrint',
      '打印售达方',
      '/company/shouda',
      () => import('./ShoudaPrint.tsx'),
      'admin:system:org:shouda:print',
    ),
    { path: '/company/payer', title: '付款方', lazy: () => import('./PayerList.tsx') },
    page('/company/addPayer/:id/edit', '编辑付款方', '/company/payer', () => import('./PayerForm.tsx')),
    page('/company/addPayer/:id/see', '付款方详情', '/company/payer', () => import('./PayerInfo.tsx')),
    { path: '/company/userAddress', title: '送达方', lazy: () => import('./AddressList.tsx') },
    page(
      '/company/addAddress/:id/edit',
      '编辑送达方',
      '/company/userAddress',
      () => import('./AddressForm.tsx'),
    ),
    page(
      '/company/addAddress/:id/see',
      '送达方详情',
      '/company/userAddress',
      () => import('./AddressInfo.tsx'),
    ),
    { path: '/company/invoice', title: '开票方', lazy: () => import('./InvoiceList.tsx') },
    page('/company/addInvoice/:id/edit', '编辑开票方', '/company/invoice', () => import('./InvoiceForm.tsx')),
    page('/company/addInvoice/:id/see', '开票方详情', '/company/invoice', () => import('./InvoiceInfo.tsx')),
    { path: '/company/quality', title: '资质管理', lazy: () => import('./licence/QualityList.tsx') },
    page(
      '/company/addQuality/:id?',
      '资质档案资料',
      '/company/quality',
      () => import('./licence/QualityForm.tsx'),
    ),
    page(
      '/company/qualityInfo/:id',
      '资质档案详情',
      '/company/quality',
      () => import('./licence/QualityPage.tsx'),
    ),
    page(
      '/company/qualityPrint',
      '打印资质档案',
      '/company/quality',
      () => import('./licence/QualityPrint.tsx'),
      'admin:system:org:quality:print',
    ),
    {
      path: '/company/licenceManagement',
      title: '证照管理',
      lazy: () => import('./licence/LicenceList.tsx'),
    },
    page(
      '/company/addLicence/:id?',
      '证照资料',
      '/company/licenceManagement',
      () => import('./licence/LicenceForm.tsx'),
    ),
    page(
      '/company/licenceInfo/:id',
      '证照详情',
      '/company/licenceManagement',
      () => import('./licence/LicencePage.tsx'),
    ),
    page(
      '/company/licencePrint',
      '打印证照清单',
      '/company/licenceManagement',
      () => import('./licence/LicencePrint.tsx'),
      'admin:system:org:licence:print',
    ),
  ],
  register() {
    declareRefOptions('shouda', { call: optionsCall(`${ORG}/shouda`, '售达方'), title: '售达方' })
    declareRefOptions('payer', { call: optionsCall(`${ORG}/payer`, '付款方'), title: '付款方' })
    declareRefOptions('shipTo', { call: optionsCall(`${ORG}/userAddress`, '送达方'), title: '送达方' })
    declareRefOptions('invoiceTo', { call: optionsCall(`${ORG}/invoice`, '开票方'), title: '开票方' })
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

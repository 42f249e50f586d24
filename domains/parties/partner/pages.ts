import { screensOf } from '#kit/shared/documentPages.ts'
import { page } from '#kit/shared/pages.ts'

const shouda = screensOf(() => import('./shouda.screens.tsx'))
const quality = screensOf(() => import('./licence/quality.screens.tsx'))
const partnerList = () => import('./PartnerListPage.tsx')
const partnerForm = () => import('./PartnerFormPage.tsx')
const partnerInfo = () => import('./PartnerInfoPage.tsx')

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerPages = [
  page('company.shouda', '售达方', '/company/shouda', shouda.List, {
    sort: 80,
    behind: [
      page('company.shouda.form', '售达方资料', '/company/addShouda/:id?', shouda.Form, { adds: 'admin:system:org:shouda:save' }),
      page('company.shouda.see', '售达方详情', '/company/addShouda/:id/see', shouda.Page),
      page('company.shouda.examine', '售达方审核', '/company/addShouda/:id/examine', shouda.Page),
      page('company.shouda.print', '打印售达方', '/company/shoudaPrint', shouda.Print, {
        permission: 'admin:system:org:shouda:print',
      }),
    ],
  }),
  page('company.payer', '付款方', '/company/payer', partnerList, {
    sort: 78,
    behind: [
      page('company.payer.edit', '编辑付款方', '/company/addPayer/:id/edit', partnerForm),
      page('company.payer.see', '付款方详情', '/company/addPayer/:id/see', partnerInfo),
    ],
  }),
  page('company.userAddress', '送达方', '/company/userAddress', partnerList, {
    sort: 76,
    behind: [
      page('company.userAddress.edit', '编辑送达方', '/company/addAddress/:id/edit', partnerForm),
      page('company.userAddress.see', '送达方详情', '/company/addAddress/:id/see', partnerInfo),
    ],
  }),
  page('company.invoice', '开票方', '/company/invoice', partnerList, {
    sort: 74,
    behind: [
      page('company.invoice.edit', '编辑开票方', '/company/addInvoice/:id/edit', partnerForm),
      page('company.invoice.see', '开票方详情', '/company/addInvoice/:id/see', partnerInfo),
    ],
  }),
  page('company.quality', '资质管理', '/company/quality', quality.List, {
    sort: 72,
    behind: [
      page('company.quality.form', '资质档案资料', '/company/addQuality/:id?', quality.Form, { adds: 'admin:system:org:quality:save' }),
      page('company.quality.see', '资质档案详情', '/company/qualityInfo/:id', quality.Page),
      page('company.quality.examine', '资质档案审核', '/company/qualityInfo/:id/examine', quality.Page),
      page('company.quality.print', '打印资质档案', '/company/qualityPrint', quality.Print, {
        permission: 'admin:system:org:quality:print',
      }),
    ],
  }),
  page('company.licenceManagement', '证照管理', '/company/licenceManagement', () => import('./licence/LicenceList.tsx'), {
    sort: 70,
    behind: [
      page('company.licence.form', '证照资料', '/company/addLicence/:id?', () => import('./licence/LicenceForm.tsx'), {
        adds: 'admin:system:org:licence:save',
      }),
      page('company.licence.see', '证照详情', '/company/licenceInfo/:id', () => import('./licence/LicencePage.tsx')),
      page('company.licence.examine', '证照审核', '/company/licenceInfo/:id/examine', () => import('./licence/LicencePage.tsx')),
      page('company.licence.print', '打印证照清单', '/company/licencePrint', () => import('./licence/LicencePrint.tsx'), {
        permission: 'admin:system:org:licence:print',
      }),
    ],
  }),
]

import type { RoomRoute } from '#kit/web/room.ts'

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
const screens: readonly RoomRoute[] = [
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
  { path: '/company/payer', title: '付款方', lazy: () => import('./PartnerListPage.tsx') },
  page('/company/addPayer/:id/edit', '编辑付款方', '/company/payer', () => import('./PartnerFormPage.tsx')),
  page('/company/addPayer/:id/see', '付款方详情', '/company/payer', () => import('./PartnerInfoPage.tsx')),
  { path: '/company/userAddress', title: '送达方', lazy: () => import('./PartnerListPage.tsx') },
  page(
    '/company/addAddress/:id/edit',
    '编辑送达方',
    '/company/userAddress',
    () => import('./PartnerFormPage.tsx'),
  ),
  page(
    '/company/addAddress/:id/see',
    '送达方详情',
    '/company/userAddress',
    () => import('./PartnerInfoPage.tsx'),
  ),
  { path: '/company/invoice', title: '开票方', lazy: () => import('./PartnerListPage.tsx') },
  page(
    '/company/addInvoice/:id/edit',
    '编辑开票方',
    '/company/invoice',
    () => import('./PartnerFormPage.tsx'),
  ),
  page(
    '/company/addInvoice/:id/see',
    '开票方详情',
    '/company/invoice',
    () => import('./PartnerInfoPage.tsx'),
  ),
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
    '/company/qualityInfo/:id/examine',
    '资质档案审核',
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
    '/company/licenceInfo/:id/examine',
    '证照审核',
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
]

export default screens

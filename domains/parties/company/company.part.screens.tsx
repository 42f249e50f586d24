import type { RoomRoute } from '#kit/web/room.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
const screens: readonly RoomRoute[] = [
  {
    path: '/company/addCustomers/:id?',
    title: '客户关系资料',
    activeMenu: '/company/relations',
    lazy: () => import('./CompanyForm.tsx'),
  },
  { path: '/company/duplicates', title: '重复单位', lazy: () => import('./Duplicates.tsx') },
  {
    path: '/company/infoCustomers/:id/:info',
    title: '客户关系详情',
    activeMenu: '/company/relations',
    lazy: () => import('./CompanyPage.tsx'),
  },
  {
    path: '/company/mergeCustomers',
    title: '合并单位',
    permission: 'admin:system:org:merge',
    activeMenu: '/company/duplicates',
    lazy: () => import('./MergeCompanies.tsx'),
  },
  {
    path: '/company/openCustomers',
    title: '一页开户',
    permission: 'admin:system:org:open',
    activeMenu: '/company/relations',
    lazy: () => import('./OpenCompany.tsx'),
  },
  {
    path: '/company/orgMemberHelp',
    title: '组织会员帮助',
    lazy: () => import('./OrgHelp.tsx'),
  },
  { path: '/company/orgUser', title: '组织用户', lazy: () => import('./OrgUserList.tsx') },
  {
    path: '/company/orgUserInfo/:uid?',
    title: '组织用户详情',
    activeMenu: '/company/orgUser',
    lazy: () => import('./OrgUserInfo.tsx'),
  },
  {
    path: '/company/printCustomers',
    title: '打印客户档案',
    permission: 'admin:system:org:print',
    activeMenu: '/company/relations',
    lazy: () => import('./CompanyPrint.tsx'),
  },
  { path: '/company/relations', title: '客户关系', lazy: () => import('./CompanyList.tsx') },
  {
    path: '/customer/add_customers/:id?',
    title: '客户资料',
    activeMenu: '/customer/index',
    lazy: () => import('./CustomerForm.tsx'),
  },
  { path: '/customer/index', title: '客户管理', lazy: () => import('./CustomerList.tsx') },
  {
    path: '/customer/info_customers/:id/:info',
    title: '客户详情',
    activeMenu: '/customer/index',
    lazy: () => import('./CustomerInfo.tsx'),
  },
]

export default screens

import { screensOf } from '#kit/shared/documentPages.ts'
import { page } from '#kit/shared/pages.ts'

const company = screensOf(() => import('./company.screens.tsx'))

/** Companies and their users. Catalog §6.1, §6.3. */
export const companyPages = [
  page('company.relations', '客户关系', '/company/relations', company.List, {
    sort: 100,
    behind: [
      page('company.addCustomers', '客户关系资料', '/company/addCustomers/:id?', company.Form, { adds: 'admin:system:org:save' }),
      page('company.openCustomers', '一页开户', '/company/openCustomers', () => import('./OpenCompany.tsx'), {
        permission: 'admin:system:org:open',
        adds: 'admin:system:org:open',
      }),
      page('company.infoCustomers', '客户关系详情', '/company/infoCustomers/:id/:info', company.Page),
      page('company.printCustomers', '打印客户档案', '/company/printCustomers', company.Print, {
        permission: 'admin:system:org:print',
      }),
    ],
  }),
  page('company.duplicates', '重复单位', '/company/duplicates', () => import('./Duplicates.tsx'), {
    sort: 95,
    behind: [
      page('company.merge', '合并单位', '/company/mergeCustomers', () => import('./MergeCompanies.tsx'), { permission: 'admin:system:org:merge' }),
    ],
  }),
  page('company.orgUser', '组织用户', '/company/orgUser', () => import('./OrgUserList.tsx'), {
    sort: 60,
    behind: [page('company.orgUserInfo', '组织用户详情', '/company/orgUserInfo/:uid?', () => import('./OrgUserInfo.tsx'))],
  }),
  page('company.orgMemberHelp', '组织会员帮助', '/company/orgMemberHelp', () => import('./OrgHelp.tsx'), { sort: 10 }),
]

/** The customers of agents. Catalog §7.3. */
export const customerPages = [
  page('customer.index', '客户管理', '/customer/index', () => import('./CustomerList.tsx'), {
    sort: 100,
    behind: [
      page('customer.add', '客户资料', '/customer/add_customers/:id?', () => import('./CustomerForm.tsx'), { adds: 'admin:customer:save' }),
      page('customer.info', '客户详情', '/customer/info_customers/:id/:info', () => import('./CustomerInfo.tsx')),
    ],
  }),
]

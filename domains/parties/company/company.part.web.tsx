import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from './companyTabs.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyWeb: WebPart = {
  routes: [
    {
      path: '/company/addCustomers/:id?',
      title: '客户关系资料',
      activeMenu: '/company/relations',
      lazy: () => import('./CompanyForm.tsx'),
    },
    {
      path: '/company/infoCustomers/:id/:info',
      title: '客户关系详情',
      activeMenu: '/company/relations',
      lazy: () => import('./CompanyPage.tsx'),
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
  ],
  register() {
    declareRefOptions('company', { call: optionsCall('/admin/system/org', '往来单位'), title: '往来单位' })
    declareRefOptions('orgUser', { call: optionsCall('/admin/org/user', '组织用户'), title: '组织用户' })
    declareRefOptions('customer', { call: optionsCall('/admin/customer', '客户'), title: '客户' })
    declareTaskForm(
      'company',
      lazy(() => import('./CompanyTask.tsx')),
    )
    declareCompanyTab({
      key: 'users',
      label: '组织用户',
      permission: 'admin:org:user:list:by:subOrgId',
      Content: lazy(() => import('./CompanyUsers.tsx')),
    })
    declareCompanyTab({
      key: 'follows',
      label: '跟进记录',
      permission: 'admin:customer:follow:list',
      Content: lazy(() => import('./CompanyFollows.tsx')),
    })
  },
}

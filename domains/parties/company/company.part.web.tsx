import { lazy } from 'react'
import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from './companyTabs.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyWeb: WebPart = {
  register() {
    declareMasterOptions('company', '往来单位', '/admin/system/org', '/company/relations')
    declareMasterOptions('orgUser', '组织用户', '/admin/org/user', '/company/orgUser')
    declareMasterOptions('customer', '客户', '/admin/customer', '/customer/index')
    declareDocumentTasks({ company: () => import('./company.screens.tsx') })
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

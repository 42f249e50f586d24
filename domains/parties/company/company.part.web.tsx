import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from './companyTabs.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyWeb: WebPart = {
  register() {
    declareRefOptions('company', {
      call: optionsCall('/admin/system/org', '往来单位'),
      title: '往来单位',
      page: '/company/relations',
    })
    declareRefOptions('orgUser', {
      call: optionsCall('/admin/org/user', '组织用户'),
      title: '组织用户',
      page: '/company/orgUser',
    })
    declareRefOptions('customer', {
      call: optionsCall('/admin/customer', '客户'),
      title: '客户',
      page: '/customer/index',
    })
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

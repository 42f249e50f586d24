import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from '../company/companyTabs.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelWeb: WebPart = {
  register() {
    declareRefOptions('orgLevel', {
      call: optionsCall('/admin/system/org/level', '组织等级'),
      title: '组织等级',
      page: '/company/storeLevel',
    })
    declareRefOptions('equityPlan', {
      call: optionsCall('/admin/system/org/equity', '权益发放计划'),
      title: '权益发放计划',
      page: '/company/equity',
    })
    declareTaskForm(
      'orgEvaluation',
      lazy(() => import('./evaluation/EvaluationTask.tsx')),
    )
    declareTaskForm(
      'equityPlan',
      lazy(() => import('./equity/EquityTask.tsx')),
    )
    declareCompanyTab({
      key: 'level',
      label: '等级与评定',
      permission: 'admin:system:org:level:log:list',
      Content: lazy(() => import('./CompanyLevel.tsx')),
    })
  },
}

import { lazy } from 'react'
import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import { declareCompanyTab } from '../company/companyTabs.ts'

/** Levels, evaluation, benefits and purchase summaries. Catalog §6.5, §6.6. */
export const levelWeb: WebPart = {
  register() {
    declareMasterOptions('orgLevel', '组织等级', '/admin/system/org/level', '/company/storeLevel')
    declareMasterOptions('equityPlan', '权益发放计划', '/admin/system/org/equity', '/company/equity')
    declareDocumentTasks({
      orgEvaluation: () => import('./evaluation/evaluation.screens.tsx'),
      equityPlan: () => import('./equity/equity.screens.tsx'),
    })
    declareCompanyTab({
      key: 'level',
      label: '等级与评定',
      permission: 'admin:system:org:level:log:list',
      Content: lazy(() => import('./CompanyLevel.tsx')),
    })
  },
}

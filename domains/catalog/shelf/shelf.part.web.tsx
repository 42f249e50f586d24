import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import type { WebPart } from '#kit/web/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfWeb: WebPart = {
  register() {
    declareTaskForm(
      'showApply',
      lazy(() => import('./ShowApplyTask.tsx')),
    )
    declareTaskForm(
      'productEdit',
      lazy(() => import('./ProductEditTask.tsx')),
    )
    declareTaskForm(
      'productVip',
      lazy(() => import('./PoolTask.tsx').then((file) => ({ default: file.VipTask }))),
    )
    declareTaskForm(
      'productIntegral',
      lazy(() => import('./PoolTask.tsx').then((file) => ({ default: file.IntegralTask }))),
    )
  },
}

import { lazy } from 'react'
import { declareDocumentTasks, declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import type { WebPart } from '#kit/web/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfWeb: WebPart = {
  register() {
    declareDocumentTasks({
      showApply: () => import('./showApply.screens.tsx'),
      productEdit: () => import('./productEdit.screens.tsx'),
    })
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

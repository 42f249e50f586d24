import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import type { WebPart } from '#kit/web/room.ts'

/** What refund notes bring to the browser at its start. */
export const refundNoteWeb: WebPart = {
  register: () =>
    declareTaskForm(
      'refundNote',
      lazy(() => import('./RefundNoteTask.tsx')),
    ),
}

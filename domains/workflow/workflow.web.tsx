import { lazy } from 'react'
import { declareDocumentTrace } from '#kit/web/document/trace.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { TODO_PAGE } from './workflow.addresses.ts'
import { DocumentTrace } from './workflow.pickers.tsx'

/** The screens of the approval processes. Workflow §4. */
export const workflowWeb: RoomWeb = {
  name: 'workflow',
  pages: () => import('./pages.ts'),
  badges: { [TODO_PAGE]: lazy(() => import('./todo/TodoBadge.tsx')) },
  register: () =>
    declareDocumentTrace(DocumentTrace, async (of) => {
      const { waitsFor } = await import('./todo/waitsFor.ts')
      return waitsFor(of)
    }),
}

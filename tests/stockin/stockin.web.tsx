import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import type { RoomWeb } from '#kit/web/room.ts'

export const stockinWeb: RoomWeb = {
  name: 'sample',
  pages: () => import('./pages.ts'),
  register: () => declareDocumentTasks({ sampleStockin: () => import('./stockin.screens.tsx') }),
}

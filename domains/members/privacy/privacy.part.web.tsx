import { lazy } from 'react'
import { declareDocumentTasks, declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import { joinWeb } from '#kit/web/room.ts'

/** How people come, company group buying, privacy and sign-in. Members §2.5, §5.2, §5.3, §10. */
export const privacyWeb = joinWeb({
  register() {
    declareMasterOptions('invitationCode', '邀请码', '/admin/user/invitation', '/user/invitationcode')
    declareMasterOptions('groupBuying', '团购企业', '/admin/user/groupBuying', '/user/groupBuying')
    declareDocumentTasks({
      userMerge: () => import('./userMerge.screens.tsx'),
      userErase: () => import('./userErase.screens.tsx'),
    })
    declareTaskForm(
      'userExport',
      lazy(() => import('./ExportTask.tsx')),
    )
  },
})

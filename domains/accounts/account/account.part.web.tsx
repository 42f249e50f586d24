import { lazy } from 'react'
import { declareDocumentTasks } from '#domains/workflow/workflow.pickers.tsx'
import { declareTab } from '#kit/web/info/tabs.tsx'
import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

const CompanyAccount = lazy(() =>
  import('./OwnedAccounts.tsx').then((file) => ({ default: file.CompanyAccount })),
)
const PayerAccount = lazy(() =>
  import('./OwnedAccounts.tsx').then((file) => ({ default: file.PayerAccount })),
)

const INFO = 'admin:account:info'

/** What accounts bring to the browser at its start. Orders §6.10. */
export const accountWeb: WebPart = {
  register() {
    declareMasterOptions('account', '账户', '/admin/account', '/user/account')
    declareDocumentTasks({ ctRecord: () => import('../record/ctRecord.screens.tsx') })
    declareTab('company', { key: 'account', label: '账户', permission: INFO, Content: CompanyAccount })
    declareTab('payer', { key: 'account', label: '账户', permission: INFO, Content: PayerAccount })
  },
}

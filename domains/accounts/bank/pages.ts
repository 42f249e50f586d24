import { page } from '#kit/shared/pages.ts'

/** Virtual accounts and the movements of the bank, in 账户中心. Orders §6.10. */
export const bankPages = [
  page('account.vacct', '虚拟账户', '/user/vacct', () => import('./VacctList.tsx'), {
    sort: 40,
    behind: [page('account.vacct.see', '虚拟账户详情', '/user/vacct/info/:id?', () => import('./VacctInfo.tsx'))],
  }),
  page('account.bankLine', '银行流水', '/user/bankLine', () => import('./BankLineList.tsx'), {
    sort: 30,
    behind: [page('account.bankLine.see', '银行流水详情', '/user/bankLine/info/:id?', () => import('./BankLineInfo.tsx'))],
  }),
]

/** The daily comparison stands in the first row of the menu. Orders §1. */
export const icbcLogPage = page('icbcVacctLog', '工行虚拟账户对账日志', '/IcbcVacctLog', () => import('./IcbcLogList.tsx'), {
  icon: 'ReconciliationOutlined',
  sort: 885,
  behind: [page('icbcVacctLog.see', '对账明细', '/IcbcVacctLog/info/:id?', () => import('./IcbcLogInfo.tsx'))],
})

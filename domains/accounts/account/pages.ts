import { documentPages } from '#kit/shared/documentPages.ts'
import { type Page, page, unlisted } from '#kit/shared/pages.ts'

const balance = '/user/balance'

/** Accounts, their documents and their daily batches. Orders §1. */
export const accountPages: readonly Page[] = [
  page('account.account', '账户管理', '/user/account', () => import('./AccountList.tsx'), {
    sort: 30,
    behind: [
      page('account.account.info', '账户详情', '/user/accountInfo/:uid?', () => import('./AccountInfo.tsx')),
      unlisted('admin:account:statement:print', '打印对账单', '/user/accountPrint/:id', () => import('./StatementPrint.tsx')),
    ],
  }),
  documentPages('account.record', '账户单据', '/user/accountRecord', () => import('../record/ctRecord.screens.tsx'), { sort: 20 }),
  page('account.balance', '余额对账', balance, () => import('../daily/BalanceList.tsx'), {
    sort: 10,
    behind: [page('account.balance.info', '余额对账详情', `${balance}/info/:zbatch/:zflag`, () => import('../daily/BalanceInfo.tsx'))],
  }),
]

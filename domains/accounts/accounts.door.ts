import './accounts.tables.ts'

/** What rooms above use of the ledgers of money. Doors §3, §4. */
export {
  accountOf,
  openAccount,
  openAccounts,
  USED_CREDIT_OF_PAYER,
} from './account/account.server.ts'
export { balancesOfUsers, entriesOfUser } from './account/balances.server.ts'
export type { Holder } from './account/holder.ts'
export { mergeAccounts } from './account/merge.server.ts'
export { type Posted, type Posting, postAccount } from './account/post.server.ts'
export { claimBankLine } from './bank/claim.server.ts'
export { type CreatedPayment, createPayment, type NewPayment } from './payment/create.server.ts'
export { type Closed, closePayments, payerOpenId, payParams } from './payment/outside.server.ts'
export {
  declarePayable,
  type Paid,
  type Payable,
  type PayableState,
  type Refunded,
} from './payment/payable.server.ts'
export { createRefundNote, type NewRefundNote } from './refundNote/create.server.ts'
export { declareWithdrawGuard } from './withdraw/withdraw.server.ts'

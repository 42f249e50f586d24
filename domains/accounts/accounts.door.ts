import './accounts.tables.ts'

/** What rooms above use of the ledgers of money. Doors §3, §4. */
export {
  accountOf,
  openAccount,
  openAccounts,
  postAccount,
  usedCreditOfPayers,
} from './account/account.server.ts'
export { balancesOfUsers, entriesOfUser } from './account/balances.server.ts'

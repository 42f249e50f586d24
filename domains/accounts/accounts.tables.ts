import type { TableOf } from '#kit/server/database.ts'
import type { account, accountEntry } from './account/account.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    account: TableOf<typeof account>
    accountEntry: TableOf<typeof accountEntry>
  }
}

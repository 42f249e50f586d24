import type { TablesOf } from '#kit/server/database.ts'
import type { accountsEntities } from './accounts.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof accountsEntities> {}
}

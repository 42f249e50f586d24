import type { TablesOf } from '#kit/server/database.ts'
import type { storesEntities } from './stores.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof storesEntities> {}
}

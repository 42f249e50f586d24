import type { TablesOf } from '#kit/server/database.ts'
import type { sapEntities } from './sap.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof sapEntities> {}
}

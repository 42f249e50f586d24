import type { TablesOf } from '#kit/server/database.ts'
import type { warehouseEntities } from './warehouse.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof warehouseEntities> {}
}

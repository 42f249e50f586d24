import type { TablesOf } from '#kit/server/database.ts'
import type { transportEntities } from './transport.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof transportEntities> {}
}

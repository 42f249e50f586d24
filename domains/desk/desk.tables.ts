import type { TablesOf } from '#kit/server/database.ts'
import type { deskEntities } from './desk.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof deskEntities> {}
}

import type { Made, TablesOf } from '#kit/server/database.ts'
import type { membersEntities } from './members.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof membersEntities> {
    /** what is encrypted with the key of the house */
    userSecret: { uid: number; cardCipher: string; updateTime: Made<Date> }
    /** what of an event has been counted in the figures of a user */
    userStatSource: { source: string; sourceId: number; part: string; uid: number; createTime: Made<Date> }
  }
}

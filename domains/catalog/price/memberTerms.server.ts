import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

/** What a consumer is entitled to where prices are asked. */
export interface MemberEntitlement {
  levelName: string
  /** of what others pay, hundredths of a percent; null: the level has no discount */
  levelRate: number | null
  /** null: no paid membership that is valid at that moment */
  paidLevelId: number | null
}

type Reader = (db: Db, uid: number, time: Date) => Promise<MemberEntitlement | null>

const reader = singlePoint<Reader>('Members')

/**
 * Registers who knows the consumers; null answers that there is no such one. The room of members lies below: once it is
 * there, its door is asked instead. Doors §4 getMemberTerms.
 */
export const declareMembers = (read: Reader): Registration => reader.as(read)

/** What a consumer is entitled to at a moment; null without such a consumer, or while no room knows any. Doors §4. */
export async function memberTermsOf(db: Db, uid: number, time: Date): Promise<MemberEntitlement | null> {
  return (await reader.of(db)?.(db, uid, time)) ?? null
}

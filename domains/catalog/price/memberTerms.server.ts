import { getMemberTerms } from '#domains/members/members.door.ts'
import type { Db } from '#kit/server/database.ts'
import { AppError } from '#kit/shared/errors.ts'

/** What a consumer is entitled to where prices are asked. */
export interface MemberEntitlement {
  levelName: string
  /** of what others pay, hundredths of a percent; null: the level has no discount */
  levelRate: number | null
  /** null: no paid membership that is valid at that moment */
  paidLevelId: number | null
}

const FULL_RATE = 10_000

/** What a consumer is entitled to at a moment; null without such a consumer. Doors §4 getMemberTerms. */
export async function memberTermsOf(db: Db, uid: number, time: Date): Promise<MemberEntitlement | null> {
  try {
    const { levelName, levelRate, paidLevelId } = await getMemberTerms(db, uid, time)
    return { levelName, levelRate: levelRate === FULL_RATE ? null : levelRate, paidLevelId }
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return null
    throw error
  }
}

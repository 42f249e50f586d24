import type { Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { recordChange } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import { memberSettings } from '../config/config.server.ts'
import { givePaidDays } from '../membership/byHand.server.ts'
import { yearAfter } from './evaluate.server.ts'
import { postExperience } from './experience.server.ts'
import type { LevelType } from './level.entity.ts'
import { levelOf } from './levels.server.ts'
import { lockMember } from './member.server.ts'
import { moveLevel } from './moveLevel.server.ts'

export interface LevelByHand {
  uid: number
  /** 0: none of this type any more */
  levelId: number
  levelType: LevelType
  /** takes growth down to exactly what the new level takes, where it is lower */
  isSub: boolean
  /** type 2: so many days of membership */
  days: number
  /** so long nothing lowers it */
  keepDays: number
  reason: string
}

const DAY_MS = 86_400_000

/**
 * Gives a user a level by hand, with its reason: 404 用户不存在, 422 at levelId for a level that is not of this type or
 * hidden. Without isSub a lowered level may rise again at the next gain. Members §2.6 修改用户等级, §3.4.
 */
export async function setLevelByHand(tx: Tx, given: LevelByHand): Promise<void> {
  const { uid, levelId, levelType, isSub, keepDays, reason } = given
  const level = await levelOf(tx, levelId === 0 ? null : levelId)
  if (levelId !== 0 && (level === undefined || level.levelType !== levelType || level.isShow === 0))
    throw refuse('会员等级不存在或已隐藏', 'levelId')
  const member = await lockMember(tx, uid)
  const before = await levelOf(
    tx,
    { 1: member.level, 2: member.paidLevel, 3: member.customerLevel }[levelType],
  )
  const now = new Date()
  if (levelType === 2) await givePaidDays(tx, member, level ?? null, given.days, reason)
  else {
    const { growth_mode } = await memberSettings(tx, 'growth')
    const lock = keepDays > 0 ? new Date(now.getTime() + keepDays * DAY_MS) : null
    await moveLevel(tx, member, {
      levelType,
      after: level ?? null,
      changeType: 4,
      mark: reason,
      sourceType: 'hand',
      ...(levelType === 1 && {
        more: {
          levelLockTime: lock,
          levelExpire: growth_mode === 2 && level !== undefined ? yearAfter(now) : null,
        },
      }),
    })
  }
  recordChange(tx, {
    type: 'user',
    id: uid,
    title: member.nickname,
    before: { 等级: before?.name ?? '无' },
    after: { 等级: level?.name ?? '无', 原因: reason },
  })
  const threshold = level?.experience ?? 0
  if (levelType !== 1 || !isSub || threshold >= member.experience) return
  await postExperience(tx, {
    uid,
    amount: threshold - member.experience,
    linkType: 'system',
    linkId: `${uid}-${randomToken(16)}`,
    title: '修改等级扣除经验',
    mark: reason,
  })
}

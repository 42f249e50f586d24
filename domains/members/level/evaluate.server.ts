import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { dayStart, zonedTime } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import type { ChangeType } from './level.entity.ts'
import { fallen, type Merits, targetOf } from './level.rules.ts'
import { type LevelFacts, levelOf, shownLevels } from './levels.server.ts'
import { lockMember, type Member } from './member.server.ts'
import { moveLevel } from './moveLevel.server.ts'
import { forgetTerms } from './terms.server.ts'

const GROWTH_DAYS = 365
const DAY_MS = 86_400_000

/** What an evaluation follows from. */
export interface Occasion {
  /** the way a lower level would be explained; left out: nobody falls now */
  fall?: ChangeType
  /** how a higher level is explained; 升级 unless given */
  rise?: ChangeType
  sourceType: string
  sourceId?: string
  mark?: string
  now?: Date
}

/** The last second of the same day a year later: so long a level holds in growth mode 2. */
export function yearAfter(from: Date): Date {
  const { year, month, day } = zonedTime(from)
  return new Date(dayStart(year + 1, month, day + 1).getTime() - 1000)
}

/** Growth of the last 365 days: what was gained less what was taken back. Members §3.4. */
async function rollingGrowth(db: Db, uid: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - GROWTH_DAYS * DAY_MS)
  const { rows } = await sql<{ growth: number | null }>`
    select sum(case when "type" = 1 then "experience" else -"experience" end)::int as "growth"
    from "userExperienceRecord" where "uid" = ${uid} and "createTime" > ${since} and "createTime" <= ${now}`.execute(
    db,
  )
  return Math.max(0, rows[0]?.growth ?? 0)
}

async function meritsOf(db: Db, member: Member, levels: readonly LevelFacts[]): Promise<Merits> {
  const tasks = levels.flatMap((one) => (one.needTaskId === null ? [] : [one.needTaskId]))
  const done =
    tasks.length === 0
      ? []
      : await db
          .selectFrom('vipTaskRecord')
          .select('taskId')
          .where('uid', '=', member.id)
          .where('taskId', 'in', tasks)
          .where('doneTime', 'is not', null)
          .where('status', '<>', 4)
          .execute()
  return {
    netAmount: member.netAmount,
    payCount: member.payCount,
    doneTasks: new Set(done.map((one) => one.taskId)),
  }
}

/** The growth a user is judged by, and the level it leads to. */
export async function standingOf(db: Db, member: Member, now = new Date()) {
  const { growth_mode } = await memberSettings(db, 'growth')
  const levels = await shownLevels(db, 1)
  const growth = growth_mode === 2 ? await rollingGrowth(db, member.id, now) : member.experience
  const target = targetOf(levels, growth, await meritsOf(db, member, levels))
  const found = target === null ? null : (levels.find((one) => one.id === target.id) ?? null)
  return { growth, levels, target: found, mode: growth_mode }
}

/**
 * Which member level a locked user has by growth, and gives it to them: up at once over any number of levels; down only
 * where the occasion allows it, and never while a level is held by hand. Members §3.4.
 */
export async function evaluate(tx: Tx, member: Member, occasion: Occasion): Promise<Member> {
  const now = occasion.now ?? new Date()
  const { growth, levels, target, mode } = await standingOf(tx, member, now)
  const current = await levelOf(tx, member.level)
  const isHeld = member.levelLockTime !== null && member.levelLockTime > now
  const expire = (level: LevelFacts | null) => (mode === 2 && level !== null ? yearAfter(now) : null)
  const go = (after: LevelFacts | null, changeType: ChangeType) =>
    moveLevel(tx, member, {
      levelType: 1,
      after,
      changeType,
      mark: occasion.mark ?? '',
      sourceType: occasion.sourceType,
      ...(occasion.sourceId === undefined ? {} : { sourceId: occasion.sourceId }),
      more: { levelExpire: expire(after), ...(isHeld ? {} : { levelLockTime: null }) },
    })
  const [has, gets] = [current?.grade ?? 0, target?.grade ?? 0]
  if (gets > has) return go(target, occasion.rise ?? 1)
  if (current === undefined || isHeld) return member
  if (mode === 1 && gets < has && occasion.fall !== undefined) return go(target, occasion.fall)
  if (mode === 1) return member
  // Growth mode 2: a level ends with its year, whatever happened meanwhile; one that had no year begins it now.
  if (occasion.fall === 5 && gets < has) return go(target, 5)
  if (member.levelExpire === null) return prolong(tx, member, expire(current))
  if (member.levelExpire > now) return member
  if (growth >= (current.keepExperience ?? current.experience)) return prolong(tx, member, expire(current))
  const { level_drop_max } = await memberSettings(tx, 'growth')
  const lower = fallen(levels, current, target, level_drop_max)
  return go(levels.find((one) => one.id === lower?.id) ?? null, 2)
}

async function prolong(tx: Tx, member: Member, levelExpire: Date | null): Promise<Member> {
  await tx.updateTable('user').set({ levelExpire }).where('id', '=', member.id).execute()
  touch(tx, 'user')
  return { ...member, levelExpire }
}

/**
 * Looks again at the level of a user whose figures or tasks have changed, in the transaction that changed them. Locks the
 * user. Members §3.4: the events of extra conditions evaluate too.
 */
export async function evaluateLevel(tx: Tx, uid: number, occasion: Occasion): Promise<Member> {
  return evaluate(tx, await lockMember(tx, uid), occasion)
}

/**
 * The figures of a user have moved: what they are entitled to is read anew, and where levels ask for net amount or orders
 * theirs is looked at. Locks the user. Members §3.4.
 */
export async function figuresMoved(tx: Tx, uid: number): Promise<void> {
  forgetTerms(tx, uid)
  const levels = await shownLevels(tx, 1)
  if (levels.every((one) => one.needNetAmount === null && one.needPayCount === null)) return
  await evaluateLevel(tx, uid, { sourceType: 'figures', mark: '消费达到条件' })
}

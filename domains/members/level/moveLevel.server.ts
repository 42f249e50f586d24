import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { touchTags } from '../tag/moves.server.ts'
import type { ChangeType, LevelType } from './level.entity.ts'
import { type LevelFacts, levelCache } from './levels.server.ts'
import type { Member } from './member.server.ts'
import { forgetTerms } from './terms.server.ts'

const UP = 'user.levelUp'
const DOWN = 'user.levelDown'
const FACTS = ['uid', 'levelType', 'before', 'after'] as const

/** Members §3.4, §7.4, doors §6. */
export const levelRegistrations = [
  declareEvent(UP, FACTS),
  declareEvent(DOWN, FACTS),
  declareScene({
    mark: 'levelUp',
    type: '升级',
    description: '会员等级升高时告知用户',
    sendType: 1,
    channels: ['sms', 'wechat', 'routine'],
    content: '您的会员等级已升为{levelName}',
  }),
  declareScene({
    mark: 'levelDown',
    type: '降级',
    description: '会员等级降低时告知用户',
    sendType: 1,
    channels: ['sms', 'wechat', 'routine'],
    content: '您的会员等级已变为{levelName}',
  }),
]

export interface LevelMove {
  levelType: LevelType
  /** null: none of this type any more */
  after: LevelFacts | null
  changeType: ChangeType
  mark: string
  /** what brought it about; told once for each user and type. A number of its own where nothing else names it */
  sourceType: string
  sourceId?: string
  /** further columns of the user that change with it */
  more?: { levelExpire?: Date | null; levelLockTime?: Date | null }
}

const COLUMN_OF = { 1: 'level', 2: 'paidLevel', 3: 'customerLevel' } as const

/**
 * Gives a locked user another level of a type, with its log row, event and message; the one way any of them changes.
 * Answers the user as they are now. Members §3.4, invariant 2.
 */
export async function moveLevel(tx: Tx, member: Member, move: LevelMove): Promise<Member> {
  const { levelType, after, changeType, mark, sourceType, sourceId = randomToken(16), more = {} } = move
  const column = COLUMN_OF[levelType]
  const beforeId = member[column]
  const afterId = after?.id ?? null
  const changed = { [column]: afterId, ...more }
  await tx.updateTable('user').set(changed).where('id', '=', member.id).execute()
  touch(tx, 'user')
  const moved = { ...member, ...changed }
  if (afterId === beforeId) return moved
  forgetTerms(tx, member.id)
  await touchTags(tx, [member.id])
  const levels = await levelCache.read(tx)
  const before = beforeId === null ? undefined : levels.get(beforeId)
  // A level may be hidden and a user locked out by now: what happened is written all the same.
  await tx
    .insertInto('userLevel')
    .values({
      uid: member.id,
      levelType,
      beforeId,
      beforeName: before?.name ?? '',
      afterId,
      afterName: after?.name ?? '',
      grade: after?.grade ?? null,
      discount: after?.discount ?? null,
      changeType,
      experience: member.experience,
      mark,
      operatorName: actorOf(tx).realName,
      sourceType,
      sourceId,
    })
    .execute()
  touch(tx, 'userLevel')
  const grades = { before: before?.grade ?? 0, after: after?.grade ?? 0 }
  const isUp = grades.after > grades.before
  await emit(tx, isUp ? UP : DOWN, member.id, { uid: member.id, levelType, ...grades })
  if (levelType === 1)
    await notify(
      tx,
      isUp ? 'levelUp' : 'levelDown',
      [{ kind: 'user', id: member.id }],
      { levelName: after?.name ?? '无等级' },
      `${sourceType}-${sourceId}`,
    )
  return moved
}

import type { Tx } from '#kit/server/database.ts'
import type { Grant } from '#kit/server/grant.ts'
import { touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { memberSettings } from '../config/config.server.ts'
import { touchTags } from '../tag/moves.server.ts'
import { evaluate } from './evaluate.server.ts'
import type { ChangeType, LinkType } from './level.entity.ts'
import { lockMember } from './member.server.ts'

/** What is posted to the growth ledger. */
export interface ExperiencePosting {
  uid: number
  /** growth given (> 0) or taken (< 0) */
  amount: number
  linkType: LinkType
  /** names what it is for, and the person where that belongs to several; with seq and sign posted once per user */
  linkId: string
  seq?: number
  /** what people read: 订单DD…完成 */
  title: string
  mark?: string
}

export interface ExperiencePosted {
  /** id of the entry; 0 when nothing was to be posted */
  entryId: number
  /** growth after the first posting of this source */
  experience: number
  /** the user's member level now; null: none */
  level: number | null
  /** the same source was posted before, and nothing has changed */
  repeated: boolean
}

const MOST_MARK = 255

/**
 * Posts growth and looks at once whether the level follows; the one way growth changes. The same source again changes
 * nothing and answers the first result. A deduction takes what is there and notes the rest: growth is never below 0.
 * Locks the user; 404 用户不存在, 409 when erased or merged. Members §3.3, §3.4.
 */
export async function postExperience(tx: Tx, posting: ExperiencePosting): Promise<ExperiencePosted> {
  const { uid, amount, linkType, linkId, seq = 0, title, mark = '' } = posting
  if (!Number.isSafeInteger(amount)) throw new Error('Growth is counted in whole numbers')
  const member = await lockMember(tx, uid)
  if (amount === 0) return { entryId: 0, experience: member.experience, level: member.level, repeated: false }
  const type = amount > 0 ? 1 : 2
  const first = await tx
    .selectFrom('userExperienceRecord')
    .select(['id', 'balance'])
    .where('uid', '=', uid)
    .where('linkType', '=', linkType)
    .where('linkId', '=', linkId)
    .where('seq', '=', seq)
    .where('type', '=', type)
    .executeTakeFirst()
  if (first !== undefined)
    return { entryId: first.id, experience: first.balance, level: member.level, repeated: true }
  const taken = amount > 0 ? amount : -Math.min(-amount, member.experience)
  const short = taken - amount
  const note = short > 0 ? `不足扣减，少扣${short}` : ''
  const experience = member.experience + taken
  const entry = await tx
    .insertInto('userExperienceRecord')
    .values({
      uid,
      linkType,
      linkId,
      seq,
      type,
      title: cut(title, 100),
      experience: Math.abs(taken),
      balance: experience,
      mark: cut([mark, note].filter((one) => one !== '').join('；'), MOST_MARK),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('user').set({ experience }).where('id', '=', uid).execute()
  touch(tx, 'user')
  touch(tx, 'userExperienceRecord')
  const fall = amount < 0 ? await fallBy(tx, linkType) : null
  const now = await evaluate(
    tx,
    { ...member, experience },
    {
      ...(fall === null ? {} : { fall }),
      sourceType: 'experience',
      sourceId: String(entry.id),
      mark: title,
    },
  )
  await touchTags(tx, [uid])
  return { entryId: entry.id, experience, level: now.level, repeated: false }
}

/** How a level lost by a deduction is explained; null: what is taken back lowers nobody. */
async function fallBy(tx: Tx, linkType: LinkType): Promise<ChangeType | null> {
  if (linkType === 'system') return 4
  const { level_down_refund } = await memberSettings(tx, 'growth')
  return level_down_refund === 1 ? 3 : null
}

/** Growth as a reward of other rooms (doors §3, kind experience). */
export const experienceGrant: Grant = {
  async grant(tx, to, n, { type, id, line, title }) {
    const { entryId } = await postExperience(tx, {
      ...{ uid: to, amount: n, linkType: 'grant', linkId: `${type}-${id}`, seq: line, title },
    })
    return entryId
  },
  async takeBack(tx, { type, id, line, title }) {
    const linkId = `${type}-${id}`
    const given = await tx
      .selectFrom('userExperienceRecord')
      .select(['uid', 'experience'])
      .where('linkType', '=', 'grant')
      .where('linkId', '=', linkId)
      .where('seq', '=', line)
      .where('type', '=', 1)
      .orderBy('uid')
      .execute()
    let taken = 0
    for (const { uid, experience } of given) {
      const before = (await lockMember(tx, uid)).experience
      const posted = await postExperience(tx, {
        ...{ uid, amount: -experience, linkType: 'grant', linkId, seq: line, title: `收回${title}` },
      })
      if (!posted.repeated) taken += before - posted.experience
    }
    return taken
  },
  async balances(db, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('user')
      .select(['id', 'experience'])
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, row.experience]))
  },
}

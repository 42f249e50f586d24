import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { memberSettings } from '../config/config.server.ts'
import { joinByPhone } from '../groupBuying/employee.server.ts'
import { codeFault, UNKNOWN_CODE, USED_UP } from '../invite/invite.rules.ts'
import { codeRow } from '../invite/invite.server.ts'
import { postExperience } from '../level/experience.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'
import { giveTags } from '../tag/hand.server.ts'
import { advance } from '../task/progress.server.ts'
import { countProfile } from '../task/taskEvents.server.ts'
import { makeUser, type NewUser, type User } from '../user/userMake.server.ts'

const OF_MEMBER = 4
const INVITED_ONLY = 2
const LISTED_ONLY = 3

export interface Arrival {
  values: NewUser
  inviteCode: string
  spreadUid: number | null
  /** on the white list of scene 1 */
  isListed: boolean
}

interface TakenCode {
  id: number
  code: string
  codeType: number
  ownerId: number | null
  levelId: number | null
  groupId: number | null
  tagIds: number[]
  storeId: number | null
  agentId: number | null
}

/** Takes one use of a code; the last one goes to one person alone. 422 邀请码不存在, 409 over, not yet, used up. Members §5.2. */
async function takeCode(tx: Tx, given: string): Promise<TakenCode> {
  const row = await codeRow(tx, given)
  const fault = codeFault(row, new Date())
  if (row === undefined || fault === UNKNOWN_CODE) throw refuse(UNKNOWN_CODE, 'inviteCode')
  if (fault !== null) throw conflict(fault)
  const taken = await tx
    .updateTable('invitationCode')
    .set({ usedNum: sql<number>`"usedNum" + 1` })
    .where('id', '=', row.id)
    .where('status', '=', 1)
    .where((one) => one.or([one('maxNum', '=', 0), sql<boolean>`"usedNum" < "maxNum"`]))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw conflict(USED_UP)
  touch(tx, 'invitationCode')
  return row
}

/**
 * Makes a consumer who comes for the first time, in the order of Members §2.5: the way of registration, the code, the row,
 * what the code and the settings give, the record of the invitation. That nobody else has the phone or the identity has been
 * held by the caller. 422 当前仅限邀请注册 · 当前仅限白名单注册 and those of the code.
 */
export async function register(tx: Tx, { values, inviteCode, spreadUid, isListed }: Arrival): Promise<User> {
  const channelId = values.channelId ?? 0
  const base = await memberSettings(tx, 'base', channelId)
  if (base.register_mode === LISTED_ONLY && !isListed) throw refuse('当前仅限白名单注册')
  if (base.register_mode === INVITED_ONLY && inviteCode === '' && !isListed)
    throw refuse('当前仅限邀请注册', 'inviteCode')
  const code = inviteCode === '' ? null : await takeCode(tx, inviteCode)
  const spread = await memberSettings(tx, 'spread', channelId)
  const inviter = code?.codeType === OF_MEMBER ? code.ownerId : null
  const above = spread.spread_open === 1 ? await livingUid(tx, inviter ?? spreadUid) : null
  const row = await makeUser(tx, {
    ...values,
    spreadUid: above,
    inviteCodeId: code?.id ?? null,
    ...(code?.groupId ? { groupId: code.groupId } : {}),
    ...(code?.storeId ? { storeId: code.storeId } : {}),
    ...(code?.agentId ? { agentId: code.agentId } : {}),
  })
  const tagIds = [...new Set([...base.default_tagIds, ...(code?.tagIds ?? [])])]
  if (tagIds.length > 0) await giveTags(tx, { uids: [row.id], tagIds, source: 4 })
  if (code !== null) {
    await tx
      .insertInto('inviteRecord')
      .values({ codeId: code.id, inviterUid: inviter, uid: row.id })
      .execute()
    touch(tx, 'inviteRecord')
    await giveLevel(tx, row.id, code)
  }
  if (row.phone !== '') await phoneBound(tx, row.id, row.phone)
  return row
}

/** The customer level of a code. */
async function giveLevel(tx: Tx, uid: number, { levelId, code }: TakenCode): Promise<void> {
  const level = await levelOf(tx, levelId)
  if (level === undefined) return
  await moveLevel(tx, await lockMember(tx, uid), {
    levelType: 3,
    after: level,
    changeType: 4,
    mark: `邀请码${code}`,
    sourceType: 'invite',
  })
}

async function livingUid(tx: Tx, uid: number | null): Promise<number | null> {
  if (uid === null) return null
  const row = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', uid)
    .where('status', '=', 1)
    .where('lifeStatus', 'in', [0, 1])
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * A consumer has got a phone: the company that has it on its list takes them in, and who invited them is rewarded, once. The
 * consumer is locked or new. Members §5.2, §5.3.
 */
export async function phoneBound(tx: Tx, uid: number, phone: string): Promise<void> {
  await joinByPhone(tx, phone)
  await rewardInvite(tx, uid)
  await countProfile(tx, uid)
}

async function rewardInvite(tx: Tx, uid: number): Promise<void> {
  const record = await tx
    .updateTable('inviteRecord')
    .set({ rewardStatus: 1 })
    .where('uid', '=', uid)
    .where('rewardStatus', '=', 0)
    .returning(['id', 'inviterUid'])
    .executeTakeFirst()
  if (record === undefined) return
  const [spread, growth] = [await memberSettings(tx, 'spread'), await memberSettings(tx, 'growth')]
  const inviter = await livingUid(tx, record.inviterUid)
  const points = grantOf(tx, 'integral')
  const title = '邀请好友'
  const post = async (to: number, n: number, line: number): Promise<void> => {
    if (n > 0) await points?.grant(tx, to, n, { type: 'invite', id: record.id, line, no: '', title })
  }
  if (inviter !== null) {
    await post(inviter, spread.inviteIntegral, 1)
    await advance(tx, {
      uid: inviter,
      taskType: 8,
      sourceType: 'invite',
      sourceId: String(record.id),
      now: new Date(),
    })
    if (growth.exp_invite > 0)
      await postExperience(tx, {
        ...{
          uid: inviter,
          amount: growth.exp_invite,
          linkType: 'invite',
          linkId: String(record.id),
          seq: 1,
          title,
        },
      })
  }
  await post(uid, spread.invitedIntegral, 2)
  const isNothing =
    (inviter === null || (spread.inviteIntegral === 0 && growth.exp_invite === 0)) &&
    spread.invitedIntegral === 0
  if (isNothing)
    await tx.updateTable('inviteRecord').set({ rewardStatus: 2 }).where('id', '=', record.id).execute()
  touch(tx, 'inviteRecord')
}

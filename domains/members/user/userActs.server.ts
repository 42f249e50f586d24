import { endCustomerSessions } from '#domains/access/access.door.ts'
import { completeRegion } from '#domains/parties/parties.door.ts'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { lockRow, lockRows, updateRow } from '#kit/server/rows.ts'
import { encryptSecret } from '#kit/server/secrets.ts'
import { change } from '#kit/server/serve.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { isMasked } from '#kit/shared/field.ts'
import { cardFits } from '#kit/shared/identity.ts'
import { today } from '#kit/shared/time.ts'
import { setLevelByHand } from '../level/setLevel.server.ts'
import { forgetTerms } from '../level/terms.server.ts'
import { phoneBound } from '../login/register.server.ts'
import { maskedCard, maskedPhone, SENSITIVE } from '../members.rules.ts'
import { touchTags } from '../tag/moves.server.ts'
import { countProfile } from '../task/taskEvents.server.ts'
import { refuseGone } from './living.rules.ts'
import { setSpreader, takeSpreader } from './spread.server.ts'
import { userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { makeUser, refuseTakenPhone, type User } from './userMake.server.ts'

/** Where a client gives no reason. Members §2.6. */
const SYSTEM_MARK = '后台操作'
const PHONE_CHANGED = 'userPhoneChanged'

/** Members §2.6: both numbers are told; 7.4. */
export const phoneScene = declareScene({
  mark: PHONE_CHANGED,
  type: '手机号变更',
  description: '用户的手机号被修改时告知用户',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '您的账号手机号已由{before}变更为{after}，如非本人操作请联系客服',
})

/** A living user within the person's scope, locked. */
async function lockLiving(tx: Tx, uid: number, version: number | null = null): Promise<User> {
  const row = await lockRow(tx, user, uid, { version })
  refuseGone(row)
  return row
}

/** The same for several, smaller uid first. */
async function lockLivingOnes(tx: Tx, uids: readonly number[]): Promise<User[]> {
  const rows = [...(await lockRows(tx, user, uids)).values()]
  for (const row of rows) refuseGone(row)
  return rows
}

/** Keeps the number of an identity card where nobody reads it by chance, and what everybody sees of it. */
async function keepCard(tx: Tx, who: Who, uid: number, card: string): Promise<string> {
  demand(who, SENSITIVE)
  const number = card.toUpperCase()
  if (number !== '' && !cardFits(number)) throw refuse('身份证号格式不正确', 'cardId')
  const cardCipher = number === '' ? '' : encryptSecret(contextOf(tx).secretKey, number)
  await tx
    .insertInto('userSecret')
    .values({ uid, cardCipher })
    .onConflict((same) => same.column('uid').doUpdateSet({ cardCipher, updateTime: new Date() }))
    .execute()
  return maskedCard(number)
}

function refuseFutureBirthday(birthday: string | null | undefined): void {
  if (birthday && birthday > today()) throw refuse('生日不能晚于今天', 'birthday')
}

async function update(tx: Tx, who: Who, asked: InOf<typeof userCalls.update>): Promise<void> {
  const { id, version = null, cardId, status, reason, ...values } = asked
  const before = await lockLiving(tx, id, version)
  refuseFutureBirthday(values.birthday)
  const card =
    cardId === undefined || isMasked(cardId) || cardId === before.cardId
      ? {}
      : { cardId: await keepCard(tx, who, id, cardId) }
  const promoter = values.isPromoter === 1 && before.isPromoter === 0 ? { promoterTime: new Date() } : {}
  for (const [name, type] of [
    ['groupId', 1],
    ['customerGroupId', 2],
  ] as const) {
    const groupId = values[name]
    if (groupId) await refuseOtherType(tx, groupId, type, name)
  }
  const row = await updateRow(tx, user, before, {
    ...(await completeRegion(tx, values)),
    ...card,
    ...promoter,
  })
  if (status != null && status !== before.status) await setStatus(tx, [row], status, reason ?? '')
  forgetTerms(tx, row.id)
  await countProfile(tx, row.id)
  await touchTags(tx, [row.id])
}

async function refuseOtherType(tx: Tx, groupId: number, type: number, field: string): Promise<void> {
  const found = await tx
    .selectFrom('userGroup')
    .select('groupType')
    .where('id', '=', groupId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found !== undefined && found.groupType !== type)
    throw refuse(type === 1 ? '请选择用户分组' : '请选择客户分组', field)
}

/** Status 0 ends the sessions of a user at once; open orders go on. Members §2.1, §11. */
async function setStatus(tx: Tx, rows: readonly User[], status: 0 | 1, reason: string): Promise<void> {
  if (status === 0 && reason === '') throw refuse('请输入停用原因', 'reason')
  for (const row of rows) {
    if (row.status === status) continue
    await updateRow(tx, user, row, { status })
    if (status === 0) await endCustomerSessions(tx, row.id)
  }
}

/** The same for users by their uids. */
export const changeStatus = async (
  tx: Tx,
  uids: readonly number[],
  status: 0 | 1,
  reason: string,
): Promise<void> => setStatus(tx, await lockLivingOnes(tx, uids), status, reason)

async function changePhone(tx: Tx, { id, phone }: InOf<typeof userCalls.phone>): Promise<void> {
  await refuseTakenPhone(tx, phone, id)
  const before = await lockLiving(tx, id)
  if (before.phone === phone) throw refuse('手机号与之前一致', 'phone')
  const account = before.account === before.phone ? { account: phone } : {}
  const row = await updateRow(tx, user, before, { phone, ...account })
  await endCustomerSessions(tx, id)
  await phoneBound(tx, id, phone)
  const params = { before: maskedPhone(before.phone), after: maskedPhone(phone) }
  await notify(tx, PHONE_CHANGED, [{ kind: 'user', id }], params, `phone-${id}-${row.version}`)
}

/** 0 takes users out of their group of the type; else the group replaces the one of its type. Members §2.6, §4.1. */
export async function setGroup(
  tx: Tx,
  uids: readonly number[],
  groupId: number,
  groupType: 1 | 2,
): Promise<void> {
  const column = await groupColumn(tx, groupId, groupType)
  for (const row of await lockLivingOnes(tx, uids)) {
    const value = groupId === 0 ? null : groupId
    if (row[column] === value) continue
    await updateRow(tx, user, row, { [column]: value })
    forgetTerms(tx, row.id)
  }
  await touchTags(tx, uids)
}

async function groupColumn(tx: Tx, groupId: number, groupType: 1 | 2) {
  const nameOf = (type: number) => (type === 2 ? 'customerGroupId' : 'groupId')
  if (groupId === 0) return nameOf(groupType)
  const found = await tx
    .selectFrom('userGroup')
    .select('groupType')
    .where('id', '=', groupId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined) throw refuse('分组不存在', 'groupId')
  return nameOf(found.groupType)
}

/** 分配客服, 归属门店: what is left out stays. Members §2.3. */
export async function assign(
  tx: Tx,
  { ids, agentId, storeId }: Pick<InOf<typeof userCalls.assign>, 'ids' | 'agentId' | 'storeId'>,
): Promise<void> {
  if (agentId === null && storeId === null) throw refuse('请选择归属客服或归属门店', 'agentId')
  const given = { ...(agentId === null ? {} : { agentId }), ...(storeId === null ? {} : { storeId }) }
  for (const row of await lockLivingOnes(tx, ids)) await updateRow(tx, user, row, given)
  await touchTags(tx, ids)
}

export const actServed = [
  change(userCalls.save, async (tx, who, { phone, ...values }) => {
    await refuseTakenPhone(tx, phone)
    if (values.groupId) await refuseOtherType(tx, values.groupId, 1, 'groupId')
    // Whoever enters a user serves them, unless they see all of them anyway.
    const row = await makeUser(
      tx,
      { ...values, phone, userType: 'api', ...ownedBy(who) },
      { anyScope: false },
    )
    await phoneBound(tx, row.id, phone)
    return { id: row.id }
  }),
  change(userCalls.update, (tx, who, asked) => update(tx, who, asked)),
  change(userCalls.status, async (tx, _who, { id, status, reason }) => changeStatus(tx, id, status, reason)),
  change(userCalls.phone, (tx, _who, asked) => changePhone(tx, asked)),
  change(userCalls.level, async (tx, _who, { reason, isSub, ...asked }) => {
    await lockLiving(tx, asked.uid)
    await setLevelByHand(tx, { ...asked, isSub: isSub === 1, reason: reason || SYSTEM_MARK })
  }),
  change(userCalls.group, (tx, _who, { id, groupId, groupType }) => setGroup(tx, id, groupId, groupType)),
  change(userCalls.spread, (tx, _who, { userId, spreadUid }) => setSpreader(tx, userId, spreadUid)),
  change(userCalls.spreadClean, (tx, _who, { id }) => takeSpreader(tx, id)),
  change(userCalls.assign, (tx, _who, asked) => assign(tx, asked)),
  change(userCalls.logout, async (tx, _who, { id }) => {
    await lockRow(tx, user, id)
    return { ended: await endCustomerSessions(tx, id) }
  }),
]

/** What a new user belongs to, so that who has made it sees it: their only store, or themselves. */
function ownedBy(who: Who): Partial<User> {
  if (who.all || who.scopes.some((one) => one.kind === 1)) return {}
  const [store] = who.storeIds
  const ofStore = who.scopes.some((one) => one.kind === 4) && store !== undefined ? { storeId: store } : {}
  return { agentId: who.adminId, ...ofStore }
}

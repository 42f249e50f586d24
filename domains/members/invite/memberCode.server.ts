import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { noCustomer } from '#kit/server/openCaller.ts'
import { change } from '#kit/server/serve.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict } from '#kit/shared/errors.ts'
import { lockMember } from '../level/member.server.ts'
import { openInviteCode } from './invite.calls.ts'
import { inviteLink } from './invite.rules.ts'
import { freshCodes } from './invite.server.ts'

const OF_MEMBER = 4

/** The code of a consumer, made when it is first asked for. Locks the consumer; 404, 409 of one who is gone. Members §5.2. */
export async function memberCode(tx: Tx, uid: number): Promise<string> {
  const { nickname } = await lockMember(tx, uid)
  const held = await tx
    .selectFrom('invitationCode')
    .select('code')
    .where('codeType', '=', OF_MEMBER)
    .where('ownerId', '=', uid)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (held !== undefined) return held.code
  const [code] = await freshCodes(tx, 1)
  if (code === undefined) throw conflict('邀请码生成失败，请重试')
  await tx
    .insertInto('invitationCode')
    .values({ code, name: nickname || `会员${uid}`, codeType: OF_MEMBER, ownerId: uid })
    .execute()
  touch(tx, 'invitationCode')
  return code
}

/** The code of the consumer who asks. Members §5.2. */
export const memberCodeServed = change(openInviteCode, async (tx, { uid }) => {
  if (uid === undefined) throw noCustomer()
  const code = await memberCode(tx, uid)
  const { site_url: site } = await settingsOf(tx, baseForm)
  return { code, link: inviteLink('', site, code) }
})

import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import type { AdminRow } from './guard.server.ts'

const MARK = 'accountTouched'

/** What people are told of changes of their own account. */
export const ownerScene = declareScene({
  mark: MARK,
  type: '账号安全提醒',
  description: '他人改动了密码、动态口令、角色、手机号、微信绑定或状态时通知本人',
  sendType: 2,
  channels: ['notice', 'sms', 'wechat'],
  content: '{who}于{time}对您的账号{what}，如非您本人要求，请联系管理员',
  link: '/maintain/user?tab=logins',
})

/** What of an account its owner is told when somebody else has changed it. */
export function whatChanged(before: AdminRow, after: AdminRow, isNewPassword: boolean): string[] {
  const roles = (row: AdminRow): string => [...row.roles].sort((a, b) => a - b).join()
  return [
    ...(isNewPassword ? ['重置了登录密码'] : []),
    ...(before.phone === after.phone ? [] : ['修改了手机号']),
    ...(roles(before) === roles(after) ? [] : ['调整了角色']),
    ...(before.status === after.status ? [] : [after.status === 1 ? '启用了账号' : '停用了账号']),
  ]
}

/** Tells the owner of an account what somebody else has done to it; nothing when it was nothing of the kind. Decision 0046. */
export async function tellOwner(tx: Tx, who: Who, owner: AdminRow, what: readonly string[]): Promise<void> {
  if (what.length === 0) return
  const now = new Date()
  const params = { who: who.realName, time: formatTime(toSeconds(now)), what: what.join('、') }
  await notify(tx, MARK, [{ kind: 'admin', id: owner.id }], params, `${MARK}:${owner.id}:${now.getTime()}`)
}

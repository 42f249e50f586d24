import { sql } from 'kysely'
import { declareScene, notify, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { dayKey, formatDate, toSeconds } from '#kit/shared/time.ts'
import { securityForm } from './security.form.ts'

const AHEAD_DAYS = 7
const DAY_MS = 86_400_000
const PASSWORD_ENDS = 'passwordEnds'
const ACCOUNT_ENDS = 'accountEnds'

/** What people are told before their password or account ends. */
export const remindScenes: readonly Registration[] = [
  declareScene({
    mark: PASSWORD_ENDS,
    type: '密码即将到期',
    description: `密码到期前${AHEAD_DAYS}天通知本人`,
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: '您的登录密码将于{day}到期，请及时修改',
    link: '/maintain/user?tab=password',
  }),
  declareScene({
    mark: ACCOUNT_ENDS,
    type: '账号即将失效',
    description: `账号失效前${AHEAD_DAYS}天通知本人`,
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: '您的账号将于{day}失效，需继续使用请联系管理员',
  }),
]

/** Those whose password or account ends within the next days, each end told once. Platform §15.3. */
async function remind(db: Db): Promise<number> {
  const { pwd_expire_days: days } = await settingsOf(db, securityForm)
  const password = sql`case when ${days} > 0 then "pwdUpdateTime" + make_interval(days => ${days}) end`
  const { rows } = await sql<{ id: number; passwordEnd: Date | null; accountEnd: Date | null }>`
    select "id", ${password} as "passwordEnd", "validTo" as "accountEnd" from "admin"
    where "status" = 1 and "isDel" = 0 and (${soon(password)} or ${soon(sql`"validTo"`)})
    order by "id"`.execute(db)
  const now = Date.now()
  const isSoon = (end: Date | null): end is Date =>
    end !== null && end.getTime() > now && end.getTime() <= now + AHEAD_DAYS * DAY_MS
  for (const { id, passwordEnd, accountEnd } of rows)
    await asSystem(db, async (tx) => {
      const tell = (mark: string, end: Date) =>
        notify(
          tx,
          mark,
          [{ kind: 'admin', id }],
          { day: formatDate(toSeconds(end)) },
          `${mark}:${id}:${dayKey(end)}`,
        )
      if (isSoon(passwordEnd)) await tell(PASSWORD_ENDS, passwordEnd)
      if (isSoon(accountEnd)) await tell(ACCOUNT_ENDS, accountEnd)
    })
  return rows.length
}

const soon = (end: ReturnType<typeof sql>) =>
  sql`${end} between now() and now() + make_interval(days => ${AHEAD_DAYS})`

export const remindJob: JobDefinition = {
  name: 'pwd.remind',
  title: '密码与账号到期提醒',
  cron: '0 0 9 * * *',
  run: (db) => remind(db),
}

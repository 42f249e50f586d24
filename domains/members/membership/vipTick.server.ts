import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { refreshPaid } from './paid.server.ts'
import { dayOf } from './period.rules.ts'
import { closeOrder, lockOrder } from './vipOrder.server.ts'

const DAY_MS = 86_400_000

export const soonScene = declareScene({
  mark: 'vipSoon',
  type: '会员到期',
  description: '付费会员快要到期时提醒用户续费',
  sendType: 1,
  channels: ['sms', 'wechat', 'routine'],
  content: '您的{levelName}将于{endTime}到期，请及时续费',
})

/** Closes orders that were not paid in time; what waits for a payment is looked at again. */
async function closeUnpaid(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "vipOrder" where "status" = 0 and "expireTime" < ${now} order by "id" limit 500`.execute(
    db,
  )
  for (const { id } of rows) await asSystem(db, async (tx) => closeOrder(tx, await lockOrder(tx, id)))
  return rows.length
}

/** Begins periods whose time has come and ends those that are over. */
async function turn(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ uid: number }>`
    select distinct "uid" from "userPaidMember" where ("status" = 0 and "startTime" <= ${now})
      or ("status" = 1 and "endTime" < ${now}) order by 1 limit 1000`.execute(db)
  for (const { uid } of rows)
    await asSystem(db, async (tx) => {
      await refreshPaid(tx, await lockMember(tx, uid), now, {
        ...{ changeType: 7, mark: '付费会员到期', sourceId: `turn-${dayOf(now)}-${now.getTime()}` },
      })
    })
  return rows.length
}

/** Reminds of ends so many days ahead, each once. */
async function remind(db: Db, now: Date): Promise<number> {
  const { vip_renew_remind } = await memberSettings(db, 'vip')
  let told = 0
  for (const days of vip_renew_remind) {
    const [from, to] = [days - 1, days].map((n) => new Date(now.getTime() + n * DAY_MS))
    const { rows } = await sql<{ id: number; uid: number; levelId: number; endTime: Date }>`
      select p."id", p."uid", p."levelId", p."endTime" from "userPaidMember" p
      where p."status" = 1 and p."endTime" > ${from} and p."endTime" <= ${to}
        and not exists (select 1 from "vipRemind" r where r."paidId" = p."id" and r."days" = ${days})
        and not exists (select 1 from "userPaidMember" n where n."uid" = p."uid" and n."levelId" = p."levelId"
          and n."status" = 0) order by p."id" limit 1000`.execute(db)
    for (const { id, uid, levelId, endTime } of rows)
      await asSystem(db, async (tx) => {
        const first = await tx
          .insertInto('vipRemind')
          .values({ paidId: id, days })
          .onConflict((conflict) => conflict.doNothing())
          .returning('paidId')
          .executeTakeFirst()
        if (first === undefined) return
        const level = await levelOf(tx, levelId)
        const params = { levelName: level?.name ?? '', endTime: formatDateTime(endTime).slice(0, 16) }
        await notify(tx, 'vipSoon', [{ kind: 'user', id: uid }], params, `vipSoon-${id}-${days}`)
      })
    told += rows.length
  }
  return told
}

/** What the time brings to memberships; answers how many were handled. Members §16 vip.tick. */
export async function tickVip(db: Db, now: Date): Promise<number> {
  return (await closeUnpaid(db, now)) + (await turn(db, now)) + (await remind(db, now))
}

export const vipJob: JobDefinition = {
  name: 'members.vip.tick',
  title: '付费会员到期与提醒',
  group: 'SYSTEM',
  cron: '0 */10 * * * *',
  light: true,
  run: (db) => tickVip(db, new Date()),
}

import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { presentUid } from '../level/member.server.ts'

/** Codes whose time is over are switched off. Members §16. */
export const codeExpire = {
  name: 'members.code.expire',
  title: '停用过期的邀请码',
  group: 'SYSTEM',
  cron: '0 10 0 * * *',
  light: true,
  run: (db: Db) =>
    asSystem(db, async (tx) => {
      const done = await sql`update "invitationCode" set "status" = 0
        where "status" = 1 and "isDel" = 0 and "endTime" < now()`.execute(tx)
      touch(tx, 'invitationCode')
      return Number(done.numAffectedRows ?? 0)
    }),
} as const

const paid = z.object({ uid: z.number().nullable(), time: z.date() })

/** The first order of somebody who was invited. Members §5.2. */
export const inviteConsumers = [
  {
    name: 'members.invite',
    event: 'order.paid',
    from: 'orders',
    async handle(tx: Tx, payload: Record<string, unknown>): Promise<void> {
      const { uid: asked, time } = paid.parse(payload)
      const uid = await presentUid(tx, asked)
      if (uid === null) return
      const done = await tx
        .updateTable('inviteRecord')
        .set({ firstOrderTime: time })
        .where('uid', '=', uid)
        .where('firstOrderTime', 'is', null)
        .executeTakeFirst()
      if (Number(done.numUpdatedRows) > 0) touch(tx, 'inviteRecord')
    },
  },
]

import { sql } from 'kysely'
import { flag, int } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { evaluate } from './evaluate.server.ts'
import { standings } from './forecast.server.ts'
import { shownLevels } from './levels.server.ts'
import { lockMember } from './member.server.ts'

const AT_ONCE = 200
const RANGE = 2000

export const RECALC_JOB = 'members.level.recalc'

/**
 * Looks at everybody whose year is over or whose level was held by hand until now; answers how many. Each user in a
 * transaction of their own: a refusal of one keeps nobody else. Members §3.4.
 */
export async function checkLevels(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  let handled = 0
  for (let last = 0; !(signal?.aborted ?? false); ) {
    const { rows } = await sql<{ id: number }>`
      select "id" from "user" where "id" > ${last} and "isDel" = 0 and "lifeStatus" in (0, 1)
        and ("levelExpire" <= ${now} or "levelLockTime" <= ${now}) order by "id" limit ${AT_ONCE}`.execute(db)
    for (const { id } of rows) {
      await asSystem(db, async (tx) => {
        const member = await lockMember(tx, id)
        const moved = await evaluate(tx, member, { fall: 2, sourceType: 'check', mark: '到期评定', now })
        if (moved.levelLockTime === null || moved.levelLockTime > now) return
        await tx.updateTable('user').set({ levelLockTime: null }).where('id', '=', id).execute()
        touch(tx, 'user')
      })
      handled += 1
      last = id
    }
    if (rows.length < AT_ONCE) break
  }
  return handled
}

/**
 * Gives everybody the level that the changed rules lead to; with `fall` lower ones too. `levelId`: only those who have it.
 * Ranges of 2,000 users are compared in the database, so that only who moves is locked. Members §3.1.
 */
export async function recalcLevels(
  db: Db,
  { fall, levelId }: { fall: boolean; levelId: number | null },
  signal?: AbortSignal,
): Promise<number> {
  let moved = 0
  for (let last = 0; !(signal?.aborted ?? false); ) {
    const { rows: ends } = await sql<{ to: number | null }>`
      select max("id") as "to" from (select "id" from "user" where "id" > ${last} order by "id" limit ${RANGE}) r`.execute(
      db,
    )
    const to = ends[0]?.to
    if (to == null) break
    const all = await standings(db, await shownLevels(db, 1))
    const only = levelId === null ? sql`` : sql` and u."level" = ${levelId}`
    const { rows } = await sql<{ id: number }>`
      select s."id" from (${all} and u."id" > ${last} and u."id" <= ${to}${only}) s
      where s."gets" > s."has" or (${fall} and s."gets" < s."has" and not s."isHeld") order by s."id"`.execute(
      db,
    )
    for (const { id } of rows)
      await asSystem(db, async (tx) => {
        const occasion = { rise: 5, sourceType: 'recalc', mark: '等级规则调整' } as const
        await evaluate(tx, await lockMember(tx, id), fall ? { ...occasion, fall: 5 } : occasion)
      })
    moved += rows.length
    last = to
  }
  return moved
}

/** Members §16, doors §7.3. */
export const levelJobs: readonly JobDefinition[] = [
  {
    name: 'members.level.check',
    title: '会员等级到期评定',
    group: 'SYSTEM',
    cron: '0 20 0 * * *',
    timeoutSec: 3600,
    run: (db, _params, signal) => checkLevels(db, new Date(), signal),
  },
  {
    name: RECALC_JOB,
    title: '会员等级重新评定',
    group: 'SYSTEM',
    timeoutSec: 3600,
    params: { fall: flag('允许降级', { initial: 0 }), levelId: int('等级') },
    run: (db, { fall, levelId }, signal) =>
      recalcLevels(db, { fall: fall === 1, levelId: typeof levelId === 'number' ? levelId : null }, signal),
  },
]

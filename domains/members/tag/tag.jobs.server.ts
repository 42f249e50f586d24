import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import type { Rule } from '../rule/rule.rules.ts'
import { computeTag, takeExpired } from './compute.server.ts'
import { mergeJobs } from './merge.server.ts'
import { readNet } from './net.server.ts'
import { COMPUTE_JOB, dueTags, hasRuns, planRuns, workRuns } from './runs.server.ts'
import { dependsOn } from './tag.rules.ts'
import { settleJob } from './tagRelation.server.ts'
import { AUTOMATIC, REALTIME } from './userTag.entity.ts'

/** So many users are looked at again in one transaction, for all tags of 实时. */
const TOUCHED_AT_ONCE = 200
const EXPIRED_AT_ONCE = 2000

async function expire(db: Db, signal: AbortSignal): Promise<number> {
  let taken = 0
  for (;;) {
    signal.throwIfAborted()
    const done = await asSystem(db, async (tx) => takeExpired(tx, await readNet(tx), EXPIRED_AT_ONCE))
    taken += done
    if (done < EXPIRED_AT_ONCE) return taken
  }
}

interface Live {
  id: number
  sort: number
  conditions: Rule
  removeMode: number
  validDays: number
}

/** The tags of 实时, those that others ask for first. */
function inOrder(tags: readonly Live[], needs: (id: number) => readonly number[]): Live[] {
  const left = tags.toSorted((a, b) => a.sort - b.sort || a.id - b.id)
  const done: Live[] = []
  while (left.length > 0) {
    const waiting = new Set(left.map((one) => one.id))
    const at = Math.max(
      0,
      left.findIndex((one) => !needs(one.id).some((id) => waiting.has(id))),
    )
    done.push(...left.splice(at, 1))
  }
  return done
}

/** Computes the tags of 实时 for users of whom something has changed; answers how many users. Members §4.5. */
export async function computeTouched(db: Db, signal: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    signal.throwIfAborted()
    const some = await asSystem(db, async (tx) => {
      const { rows } = await sql<{ uid: number }>`
        delete from "userTagTouched" where "uid" in (select "uid" from "userTagTouched"
          order by "time" limit ${TOUCHED_AT_ONCE} for update skip locked) returning "uid"`.execute(tx)
      const uids = rows.map((row) => row.uid)
      if (uids.length === 0) return 0
      const net = await readNet(tx)
      const { rows: tags } = await sql<Live>`
        select "id", "sort", "conditions", "removeMode", "validDays" from "userTag" where "isDel" = 0 and "status" = 1
          and "tagType" = ${AUTOMATIC} and "runMode" = ${REALTIME} and "mergeToId" is null
          and "conditions" is not null`.execute(tx)
      const asOf = new Date()
      for (const tag of inOrder(tags, (id) => dependsOn(net, id)))
        await computeTag(tx, net, tag, { asOf, within: { kind: 'these', uids }, run: null })
      return uids.length
    })
    done += some
    if (some === 0) return done
  }
}

/** How many carried each tag at the end of yesterday; once a day. */
async function keepDay(db: Db): Promise<number> {
  return asSystem(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      insert into "userTagDay" ("tagId", "day", "userNum")
      select "id", (now() at time zone 'Asia/Shanghai')::date - 1, "userNum" from "userTag" where "isDel" = 0
      on conflict do nothing`.execute(tx)
    return Number(numAffectedRows)
  })
}

/** Members §16 tag.compute. */
export const tagJobs: readonly JobDefinition[] = [
  {
    name: COMPUTE_JOB,
    title: '计算用户标签',
    cron: '0 * * * * *',
    timeoutSec: 3 * 3600,
    due: async (db) => (await hasRuns(db)) || (await dueTags(db)).length > 0,
    async run(db, _params, signal) {
      await asSystem(db, (tx) => planRuns(tx))
      return workRuns(db, signal)
    },
  },
  {
    name: 'members.tag.live',
    title: '实时更新用户标签',
    cron: '30 * * * * *',
    async due(db) {
      const { rows } = await sql`select 1 from "userTagTouched" limit 1`.execute(db)
      return rows.length > 0
    },
    run: (db, _params, signal) => computeTouched(db, signal),
  },
  {
    name: 'members.tag.expire',
    title: '移除到期的用户标签',
    cron: '0 20 * * * *',
    async due(db) {
      const { rows } =
        await sql`select 1 from "userTagRel" where "expireTime" < now() and "source" <> -1 limit 1`.execute(
          db,
        )
      return rows.length > 0
    },
    run: (db, _params, signal) => expire(db, signal),
  },
  {
    name: 'members.tag.day',
    title: '记录用户标签每日人数',
    cron: '0 5 0 * * *',
    light: true,
    run: (db) => keepDay(db),
  },
  settleJob,
  ...mergeJobs,
]

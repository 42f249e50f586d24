import { sql } from 'kysely'
import { declareScene, notify } from '#domains/settings/settings.door.ts'
import { date } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { partiesSettings } from '../parties.config.server.ts'
import { tellAgents } from './companyAgent.server.ts'
import { customer } from './customer.entity.ts'

const FOR_STAFF = 2
const NEAR = 'customer_pool_near'
const AHEAD_DAYS = 3
const DAY_MS = 86_400_000
/** What agents are told before a customer is taken back. */
export const reclaimScene = declareScene({
  mark: NEAR,
  type: '客户即将回到公海',
  description: `客户因未跟进被收回前${AHEAD_DAYS}天通知负责人`,
  sendType: FOR_STAFF,
  channels: ['notice', 'sms'],
  content: '客户{name}已有一段时间没有跟进，{day}将回到公海，请及时跟进。',
  link: '/customer/info_customers/{id}/see',
})

/** Prospects last spoken with, or taken over, before a moment. */
async function neglected(db: Db, before: Date) {
  const { rows } = await sql<{ id: number; since: Date }>`
    select "id", greatest("lastTime", "heldTime", "createTime") as "since" from "customer"
    where "agentId" is not null and "companyId" is null and "stage" in (1, 2, 3) and "isDel" = 0
      and greatest("lastTime", "heldTime", "createTime") < ${before}
    order by "id"`.execute(db)
  return rows
}

/** Customers nobody spoke with for too long go back to the pool; their agents are told three days before. Catalog §10. */
async function reclaim(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const days = (await partiesSettings(db)).customer_pool_days ?? 0
  const limit = new Date(now.getTime() - days * DAY_MS)
  let handled = 0
  for (const { id, since } of await neglected(db, new Date(limit.getTime() + AHEAD_DAYS * DAY_MS))) {
    if (signal.aborted) break
    handled += await asSystem(db, async (tx) => {
      const row = await lockRow(tx, customer, id)
      const last = Math.max(
        ...[row.lastTime, row.heldTime, row.createTime].map((time) => time?.getTime() ?? 0),
      )
      // Somebody spoke with them, or gave them away, since they were read.
      if (row.agentId === null || row.companyId !== null || last !== since.getTime()) return 0
      if (since < limit) {
        await updateRow(tx, customer, row, { agentId: null, heldTime: null, nextTime: null })
        const reason = `超过${days}天未跟进`
        await tellAgents(tx, { from: row.agentId, to: null, names: [row.customerName], reason })
        return 1
      }
      const day = formatDate(toSeconds(new Date(last + days * DAY_MS)))
      await notify(
        tx,
        NEAR,
        [{ kind: 'admin', id: row.agentId }],
        { name: row.customerName, day, id },
        `${id}:${last}`,
      )
      return 0
    })
  }
  return handled
}

/** Catalog §8.7. */
export const poolReclaim: JobDefinition = {
  name: 'parties.poolReclaim',
  title: '收回未跟进客户',
  cron: '0 30 1 * * *',
  params: { day: date('日期') },
  run: (db, params, signal) =>
    reclaim(
      db,
      typeof params.day === 'string' ? new Date(`${params.day}T00:00:00+08:00`) : new Date(),
      signal,
    ),
}

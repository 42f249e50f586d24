import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'

/** A standing delegation that is not over. */
interface Standing {
  id: number
  adminId: number
  delegateId: number
  /** '' is every process */
  processName: string
  from: number
  to: number
}

/** All that are switched on, by owner; read anew when somebody changes one. */
export const delegationCache = tableCache<ReadonlyMap<number, Standing[]>>(
  'workflow.delegation',
  '流程委托',
  ['processDelegation'],
  async (db) => {
    const rows = await db
      .selectFrom('processDelegation')
      .select(['id', 'adminId', 'delegateId', 'processName', 'fromTime', 'toTime'])
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .where('toTime', '>', new Date())
      .orderBy('id', 'desc')
      .execute()
    const found = rows.map(({ fromTime, toTime, ...row }) => ({
      ...row,
      from: fromTime.getTime(),
      to: toTime.getTime(),
    }))
    return Map.groupBy(found, (row) => row.adminId)
  },
  {
    keys: (kept) => [...kept.keys()].map(String),
    value: (kept, adminId) => kept.get(Number(adminId)),
  },
)

/** The step from one owner to their delegate: a process's own rule beats that for all, a newer one an older. */
function next(rules: readonly Standing[] | undefined, processName: string, at: number): number | null {
  const now = (rules ?? []).filter((rule) => rule.from <= at && at < rule.to)
  const rule = now.find((one) => one.processName === processName) ?? now.find((one) => one.processName === '')
  return rule?.delegateId ?? null
}

/**
 * To whom the work of a person goes by standing delegation at an instant: chains are followed to their last member,
 * a cycle ends before it comes round. Null: to nobody else. Workflow §3.5.
 */
export async function standingDelegate(
  db: Db,
  adminId: number,
  processName: string,
  at: Date,
): Promise<number | null> {
  const rules = await delegationCache.read(db)
  const seen = new Set([adminId])
  let last = adminId
  for (;;) {
    const delegate = next(rules.get(last), processName, at.getTime())
    if (delegate === null || seen.has(delegate)) break
    seen.add(delegate)
    last = delegate
  }
  return last === adminId ? null : last
}

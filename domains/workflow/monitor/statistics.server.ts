import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { dateRange } from '#kit/server/list.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import type { monitorCalls } from './monitor.calls.ts'

type Statistics = OutOf<typeof monitorCalls.statistics>

/** Seconds from beginning to end: how many, average, nine of ten, longest. */
const durations = (alias: string): RawBuilder<unknown> => {
  const seconds = sql.raw(`extract(epoch from ${alias}."endTime" - ${alias}."createTime")`)
  return sql`count(*)::int as "count", round(avg(${seconds}))::int as "average",
    round(percentile_cont(0.9) within group (order by ${seconds})::numeric)::int as "p90",
    round(max(${seconds}))::int as "longest",
    count(*) filter (where ${sql.raw(alias)}."overdue" = 1)::int as "overdue"`
}

/** How long processes and their nodes took that ended in a period; what nobody decided does not count. */
export async function statistics(
  db: Db,
  { processName, dateLimit }: InOf<typeof monitorCalls.statistics>,
): Promise<Statistics> {
  const range = dateRange(dateLimit)
  const inRange = (alias: string) => {
    const end = sql.raw(`${alias}."endTime"`)
    const period = range === null ? sql`` : sql` and ${end} >= ${range.from} and ${end} < ${range.to}`
    const name = processName === '' ? sql`` : sql` and ${sql.raw(alias)}."processName" = ${processName}`
    return sql`${end} is not null${period}${name}`
  }
  const titled = sql`coalesce((select d."displayName" from "processDefinition" d
    where d."name" = g."processName" order by d."revision" desc limit 1), g."processName") as "processTitle"`
  const [processes, nodes] = await Promise.all([
    sql<Statistics['processes'][number]>`select g.*, ${titled} from (
        select i."processName", ${durations('i')},
          count(*) filter (where i."state" = 'approved')::int as "approved",
          count(*) filter (where i."state" = 'rejected')::int as "rejected"
        from "processInstance" i where i."parentId" is null and ${inRange('i')} group by 1) g
      order by g."count" desc, g."processName"`.execute(db),
    sql<Statistics['nodes'][number]>`select g.*, ${titled} from (
        select t."processName", t."node", max(t."name") as "name", ${durations('t')}
        from "processTask" t where t."state" = 'done' and t."doneBy" is not null and ${inRange('t')}
        group by 1, 2) g
      order by g."processName", g."average" desc, g."node"`.execute(db),
  ])
  return { processes: processes.rows, nodes: nodes.rows }
}

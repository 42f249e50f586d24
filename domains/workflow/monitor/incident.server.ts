import { sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { conditionsOf, pageOf } from '#kit/server/list.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { recordChange, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf, Page, Paging } from '#kit/shared/call.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { runCommand } from '../store/run.server.ts'
import { lockRoot } from '../store/store.server.ts'
import { directionOf, pageEnd } from '../task/list.server.ts'
import type { monitorCalls } from './monitor.calls.ts'
import { incident } from './monitor.entity.ts'

type IncidentRow = OutOf<typeof monitorCalls.incidents>['list'][number]

const source = sql`(select c."id", c."instanceId", i."number", i."title", i."processName",
  d."displayName" as "processTitle", coalesce(t."name", '') as "name", c."taskId", c."kind", c."error", c."attempts",
  c."state", c."solvedBy", c."solvedTime", c."createTime"
  from "processIncident" c join "processInstance" i on i."id" = c."instanceId"
  join "processDefinition" d on d."id" = i."definitionId" left join "processTask" t on t."id" = c."taskId")`

/** Those of the source by name: only then a statement can be prepared. */
const COLUMNS = sql.raw(
  [
    ...[
      'id',
      'instanceId',
      'number',
      'title',
      'processName',
      'processTitle',
      'name',
      'taskId',
      'kind',
      'error',
    ],
    ...['attempts', 'state', 'solvedBy', 'solvedTime', 'createTime'],
  ]
    .map((name) => `"processIncident"."${name}"`)
    .join(', '),
)

export async function listIncidents(db: Db, who: Who, input: Paging): Promise<Page<IncidentRow>> {
  const conditions = await conditionsOf(db, who, incident, input, { isDel: 'both' })
  const direction = directionOf(input)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const all = sql`from ${source} as "processIncident" ${where}`
  const [rows, count] = await bothOf(
    builtRows<IncidentRow>(
      db,
      sql`select ${COLUMNS} ${all} order by "processIncident"."createTime" ${direction},
        "processIncident"."id" ${direction} ${pageEnd(input)}`,
    ),
    countRows(db, sql`(select ${all})`, ['processIncident', 'processInstance'], input.exactTotal === '1'),
  )
  return pageOf(rows, count, input)
}

/** Tries once more what failed; what it refuses stays an incident. 409 when it is settled. Workflow §3.10. */
export async function retryIncident(tx: Tx, who: Who, id: number): Promise<void> {
  const read = () => tx.selectFrom('processIncident').selectAll().where('id', '=', id).executeTakeFirst()
  const known = await read()
  if (known === undefined) throw notFound()
  await lockRoot(tx, known.rootId)
  const row = await read()
  if (row?.state !== 'open') throw conflict('该异常已处理')
  const { timerId, rootId } = row
  await runCommand(tx, { kind: 'timer', by: 0, timerId, rootId })
  // A reminder goes on after the one that failed.
  await tx.updateTable('processTimer').set({ resting: 0, attempts: 0 }).where('id', '=', timerId).execute()
  const solved = { state: 'solved', solvedBy: who.adminId, solvedTime: new Date() } as const
  await tx.updateTable('processIncident').set(solved).where('id', '=', id).execute()
  recordChange(tx, {
    type: incident.name,
    id,
    title: row.error,
    before: { state: row.state },
    after: { state: solved.state },
  })
  touch(tx, incident.name)
}

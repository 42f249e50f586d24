import { type Expression, type SqlBool, sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf, pageOf } from '#kit/server/list.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf, Page, Paging } from '#kit/shared/call.ts'
import type { Actor } from '../engine/records.ts'
import { ANYONE_NAME, actorKey, actorNames } from '../store/names.server.ts'
import { directionOf, pageEnd } from '../task/list.server.ts'
import type { instanceCalls } from './instance.calls.ts'
import { instance } from './instance.entity.ts'

type InstanceRow = OutOf<typeof instanceCalls.list>['list'][number]
type StoredRow = Omit<InstanceRow, 'nodeNames' | 'people' | 'actions'>

const source = sql`(select i."id", i."number", i."title", i."processName", d."displayName" as "processTitle",
  i."starterId", i."state", i."expireTime", i."overdue", i."createTime", i."endTime", i."businessType", i."businessId", i."parentId", i."searchGrams"
  from "processInstance" i join "processDefinition" d on d."id" = i."definitionId")`

/** Those of the source that a row holds, by name: only then a statement can be prepared. */
const COLUMNS = sql.raw(
  [
    ...[
      'id',
      'number',
      'title',
      'processName',
      'processTitle',
      'starterId',
      'state',
      'expireTime',
      'overdue',
    ],
    ...['createTime', 'endTime', 'businessType', 'businessId', 'parentId'],
  ]
    .map((name) => `"processInstance"."${name}"`)
    .join(', '),
)

/** Root instances that fit the request and the further conditions, newest first, with where they stand. */
export async function listInstances(
  db: Db,
  who: Who,
  input: Paging,
  where: readonly Expression<SqlBool>[],
  actionsOf: (row: StoredRow) => string[],
): Promise<Page<InstanceRow>> {
  // As a literal: the index holds the few that are late.
  const { overdue, ...filters } = { overdue: '', ...input }
  const late = overdue === '1' ? [sql<SqlBool>`"processInstance"."overdue" = 1`] : []
  const conditions = await conditionsOf(db, who, instance, overdue === '1' ? filters : input, {
    isDel: 'both',
    where: [sql<SqlBool>`"processInstance"."parentId" is null`, ...late, ...where],
  })
  const direction = directionOf(input)
  const all = sql`from ${source} as "processInstance" where ${sql.join(conditions, sql` and `)}`
  const [rows, count] = await bothOf(
    builtRows<StoredRow>(
      db,
      sql`select ${COLUMNS} ${all} order by "processInstance"."createTime" ${direction},
        "processInstance"."id" ${direction} ${pageEnd(input)}`,
    ),
    countRows(db, sql`(select ${all})`, ['processInstance', 'processTask'], input.exactTotal === '1'),
  )
  const places = await whereTheyStand(
    db,
    rows.map((row) => row.id),
  )
  const list = rows.map((row) => ({
    ...row,
    ...(places.get(row.id) ?? { nodeNames: [], people: [] }),
    actions: actionsOf(row),
  }))
  return pageOf(list, count, input)
}

interface Place {
  nodeNames: string[]
  people: string[]
}

/** Open tasks of root instances and whom they wait for; what runs inside counts to its root. */
async function whereTheyStand(db: Db, rootIds: readonly number[]): Promise<Map<number, Place>> {
  if (rootIds.length === 0) return new Map()
  const rows = await builtRows<{ rootId: number; name: string; kind: Actor['kind'] | 'any'; id: string }>(
    db,
    sql`select t."rootId", t."name", coalesce(case when t."claimedBy" is null then a."kind" else 'user' end, 'any') as "kind",
      coalesce(t."claimedBy"::text, a."actorId", '') as "id"
    from "processTask" t left join "processTaskActor" a on a."taskId" = t."id" and a."open" = 1
    where t."rootId" = any(${sql.val([...rootIds])}::int[]) and t."state" = 'open'
    order by t."createTime", t."id", a."time"`,
  )
  const actors = rows.flatMap(({ kind, id }) => (kind === 'any' ? [] : [{ kind, id }]))
  const names = await actorNames(db, actors)
  return new Map(
    [...Map.groupBy(rows, (row) => row.rootId)].map(([rootId, own]) => [
      rootId,
      {
        nodeNames: [...new Set(own.map((row) => row.name))],
        people: [
          ...new Set(own.map((row) => (row.kind === 'any' ? ANYONE_NAME : (names.get(actorKey(row)) ?? '')))),
        ],
      },
    ]),
  )
}

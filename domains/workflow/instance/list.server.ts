import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { fewIds } from '#kit/server/found.ts'
import { conditionsOf, pageOf } from '#kit/server/list.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf, Page, Paging } from '#kit/shared/call.ts'
import { ANYONE_NAME, actorKey, actorNames } from '../store/names.server.ts'
import { directionOf, pageEnd } from '../task/list.server.ts'
import type { instanceCalls } from './instance.calls.ts'
import { instance } from './instance.entity.ts'

type InstanceRow = OutOf<typeof instanceCalls.list>['list'][number]
type StoredRow = Omit<InstanceRow, 'nodeNames' | 'people' | 'actions'>

/** Open tasks of an instance and whom they wait for: name of the task, kind and id. */
const places = z.array(z.tuple([z.string(), z.enum(['user', 'role', 'dept', 'post', 'any']), z.string()]))
type Place = z.infer<typeof places>[number]

/** The same as an expression over the row, in JSON, null without any; what runs inside counts to its root. */
const PLACES = sql`(select json_agg(json_build_array(t."name",
      coalesce(case when t."claimedBy" is null then a."kind" else 'user' end, 'any'),
      coalesce(t."claimedBy"::text, a."actorId", '')) order by t."createTime", t."id", a."time")::text
    from "processTask" t left join "processTaskActor" a on a."taskId" = t."id" and a."open" = 1
    where t."rootId" = "processInstance"."id" and t."state" = 'open')`

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

const KEPT_BY = ['processInstance', 'processTask']

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
  const rowsOf = (found: RawBuilder<unknown>) =>
    builtRows<StoredRow & { places: string | null }>(
      db,
      sql`select ${COLUMNS}, ${PLACES} as "places" ${found} order by "processInstance"."createTime" ${direction},
        "processInstance"."id" ${direction} ${pageEnd(input)}`,
    )
  // The planner, which does not know how rare a word is, would go through all instances in the order of the list.
  const ids = input.keywords ? await fewIds(db, instance, all.compile(db), KEPT_BY) : null
  const [rows, count] = await bothOf(
    rowsOf(ids === null ? all : sql`${all} and "processInstance"."id" = any(${sql.val(ids)}::int8[])`),
    ids === null
      ? countRows(db, sql`(select ${all})`, KEPT_BY, input.exactTotal === '1')
      : Promise.resolve(ids.length),
  )
  const read = rows.map(({ places: text, ...row }) => ({
    row,
    open: text === null ? [] : places.parse(JSON.parse(text)),
  }))
  const actors = read.flatMap(({ open }) =>
    open.flatMap(([, kind, id]) => (kind === 'any' ? [] : [{ kind, id }])),
  )
  const names = await actorNames(db, actors)
  const list = read.map(({ row, open }) => ({ ...row, ...standing(open, names), actions: actionsOf(row) }))
  return pageOf(list, count, input)
}

/** The names of what is open in an instance and of those it waits for, each once. */
function standing(open: readonly Place[], names: ReadonlyMap<string, string>) {
  const people = open.map(([, kind, id]) =>
    kind === 'any' ? ANYONE_NAME : (names.get(actorKey({ kind, id })) ?? ''),
  )
  return { nodeNames: [...new Set(open.map(([name]) => name))], people: [...new Set(people)] }
}

import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { bindingTypes } from '../binding/binding.ts'
import { staffNames } from '../store/names.server.ts'
import type { Head } from './head.server.ts'

interface Told {
  name: string
  /** of the newest version; null: there is none */
  definitionId: number | null
  revision: number | null
  enabled: 0 | 1 | null
  deployTime: Date | null
  running: number
  boundTypes: string[]
}

/** Until anything is deployed, bound, started or decided. */
const kept = keptAnswers<readonly Told[]>(64)
const TABLES = ['processDefinition', 'processInstance', 'processBinding']

/** What the list shows beside a head: its newest version, what runs, what is bound. */
export async function withVersions(db: Db, heads: readonly Head[]) {
  const names = heads.map((one) => one.name)
  const statement = sql<Told>`
    select h."name", d."id" as "definitionId", d."revision", d."enabled", d."createTime" as "deployTime",
      (select count(*) from "processInstance" i
        where i."state" = 'running' and i."scope" = '' and i."processName" = h."name")::int as "running",
      array(select distinct b."businessType" from "processBinding" b
        where b."processName" = h."name" and b."isDel" = 0 and b."status" = 1) as "boundTypes"
    from unnest(${sql.val(names)}::text[]) as h ("name")
    left join lateral (select "id", "revision", "enabled", "createTime" from "processDefinition"
      where "name" = h."name" order by "revision" desc limit 1) d on true`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows
  const told = new Map((await kept(db, { statement, tables: TABLES, ask })).map((one) => [one.name, one]))
  const staff = await staffNames(
    db,
    heads.map((one) => one.draftBy),
  )
  const labels = new Map(bindingTypes(db).map(([type, { label }]) => [type, label]))
  return heads.map((head) => {
    const of = told.get(head.name)
    return {
      ...head,
      definitionId: of?.definitionId ?? 0,
      revision: of?.revision ?? 0,
      enabled: of?.enabled ?? 0,
      deployTime: of?.deployTime ?? null,
      running: of?.running ?? 0,
      draftByName: head.draftBy === null ? '' : (staff.get(head.draftBy) ?? ''),
      boundTypes: (of?.boundTypes ?? []).map((type) => labels.get(type) ?? type),
    }
  })
}

/** The versions of a name, newest first, or one by its id, with their instances counted. */
export async function versionRows(db: Db, of: { name: string } | { id: number }) {
  let query = db
    .selectFrom('processDefinition')
    .select(['id', 'name', 'revision', 'displayName', 'category', 'enabled', 'note', 'checksum'])
    .select(['createBy', 'createTime'])
    .orderBy('revision', 'desc')
  query = 'name' in of ? query.where('name', '=', of.name) : query.where('id', '=', of.id)
  const rows = await query.execute()
  const counts = await sql<{ id: number; total: number; running: number }>`
    select "definitionId" as "id", count(*) as "total", count(*) filter (where "state" = 'running') as "running"
    from "processInstance" where "scope" = '' and "definitionId" = any(${sql.val(rows.map((one) => one.id))}::int[])
    group by 1`.execute(db)
  const staff = await staffNames(
    db,
    rows.map((one) => one.createBy),
  )
  return rows.map((row) => {
    const count = counts.rows.find((one) => one.id === row.id)
    return {
      ...row,
      createByName: staff.get(row.createBy) ?? '',
      running: count?.running ?? 0,
      total: count?.total ?? 0,
    }
  })
}

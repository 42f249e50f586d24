import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { bindingTypes } from '../binding/binding.ts'
import { staffNames } from '../store/names.server.ts'
import type { Head } from './head.server.ts'

interface Newest {
  name: string
  definitionId: number
  revision: number
  enabled: 0 | 1
  deployTime: Date
}

/** What the list shows beside a head: its newest version, what runs, what is bound. */
export async function withVersions(db: Db, heads: readonly Head[]) {
  const names = heads.map((one) => one.name)
  const newest = await sql<Newest>`
    select distinct on ("name") "name", "id" as "definitionId", "revision", "enabled", "createTime" as "deployTime"
    from "processDefinition" where "name" = any(${sql.val(names)}::text[])
    order by "name", "revision" desc`.execute(db)
  const running = await sql<{ name: string; n: number }>`
    select "processName" as "name", count(*) as "n" from "processInstance"
    where "state" = 'running' and "scope" = '' and "processName" = any(${sql.val(names)}::text[])
    group by 1`.execute(db)
  const bound = await db
    .selectFrom('processBinding')
    .select(['processName', 'businessType'])
    .distinct()
    .where('processName', 'in', ['', ...names])
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .execute()
  const staff = await staffNames(
    db,
    heads.map((one) => one.draftBy),
  )
  const labels = new Map(bindingTypes(db).map(([type, { label }]) => [type, label]))
  return heads.map((head) => {
    const version = newest.rows.find((one) => one.name === head.name)
    return {
      ...head,
      definitionId: version?.definitionId ?? 0,
      revision: version?.revision ?? 0,
      enabled: version?.enabled ?? 0,
      deployTime: version?.deployTime ?? null,
      running: running.rows.find((one) => one.name === head.name)?.n ?? 0,
      draftByName: head.draftBy === null ? '' : (staff.get(head.draftBy) ?? ''),
      boundTypes: bound
        .filter((one) => one.processName === head.name)
        .map((one) => labels.get(one.businessType) ?? one.businessType),
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

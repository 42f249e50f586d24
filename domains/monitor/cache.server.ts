import { sql } from 'kysely'
import { savesDatabase } from '#kit/server/backup/backup.ts'
import { allCaches, type CacheGroup, cacheOf, clearCaches } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import type { RoomContext } from '#kit/server/room.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { slowestStatements } from '#kit/server/statements.ts'
import { recordChange } from '#kit/server/transaction.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import { redact } from '#kit/shared/redact.ts'
import { cacheCalls as calls } from './cache.calls.ts'
import { lastHour, processFigures } from './machine.server.ts'

type Info = OutOf<typeof calls.info>

const MOST_KEYS = 200
const MOST_STATEMENTS = 10
const SPACES = 2

async function databaseFigures(db: Db, { settings }: RoomContext): Promise<Info['database']> {
  const { rows } = await sql<Omit<Info['database'], 'kind'>>`
    select current_setting('server_version') as "version", pg_database_size(current_database()) as "size",
      (select string_agg("room" || ' ' || "number", '，' order by "room") from
        (select "room", max("number") as "number" from "schemaMigration" group by "room") m) as "schema",
      count(*) as "connections", count("xact_start") filter (where "pid" <> pg_backend_pid()) as "transactions",
      coalesce(extract(epoch from now() - min("xact_start") filter (where "pid" <> pg_backend_pid())), 0)::float8
        as "oldestSeconds"
    from pg_stat_activity where "datname" = current_database()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database tells nothing of itself')
  return { ...row, kind: savesDatabase(settings) ? '内置 PostgreSQL' : '外部 PostgreSQL' }
}

async function queueFigures(db: Db): Promise<Info['queues']> {
  const { rows } = await sql<Info['queues'][number]>`
    select "name", count("time") as "waiting",
      coalesce(extract(epoch from now() - min("time")), 0)::float8 as "oldestSeconds" from (
        select '文件任务' as "name", "createTime" as "time" from "fileTask" where "status" in (0, 1)
        union all select '后台任务', "createTime" from "job" where "status" in (0, 1)
        union all select '事件 ' || d."consumer", o."createTime" from "outboxDelivery" d
          join "outbox" o on o."id" = d."eventId" where d."status" = 0
        union all select "name", null from (values ('文件任务'), ('后台任务')) as "always" ("name")
      ) "waiting" group by "name" order by "name"`.execute(db)
  return rows
}

function theCache(db: Db, group: string): CacheGroup {
  const found = cacheOf(db, group)
  if (found === undefined) throw notFound()
  return found
}

/** What is kept, as it may be seen: whatever stands under the name of a secret is hidden. */
const shownValue = (value: unknown): string => JSON.stringify(redact(value), null, SPACES) ?? ''

const sizeOf = (db: Db, cache: CacheGroup): number =>
  cache
    .keys(db)
    .reduce((sum, key) => sum + key.length + (JSON.stringify(cache.value(db, key))?.length ?? 0), 0)

export const servedCache: readonly Served[] = [
  read(calls.info, async (db) => ({
    process: await processFigures(contextOf(db)),
    history: lastHour(),
    database: await databaseFigures(db, contextOf(db)),
    queues: await queueFigures(db),
    statements: slowestStatements(MOST_STATEMENTS).map(({ text, ms, times }) => ({
      text,
      ms: Math.round(ms),
      times,
    })),
  })),
  read(calls.names, async (db) =>
    allCaches(db).map((one) => ({
      group: one.group,
      title: one.title,
      entries: one.keys(db).length,
      ...one.figures(db),
      size: sizeOf(db, one),
    })),
  ),
  read(calls.keys, async (db, _who, { group, keywords }) => {
    const words = keywords.toLowerCase()
    const keys = theCache(db, group)
      .keys(db)
      .filter((key) => key.toLowerCase().includes(words))
    return { keys: keys.slice(0, MOST_KEYS), total: keys.length }
  }),
  read(calls.value, async (db, _who, { group, key }) => {
    const value = theCache(db, group).value(db, key)
    if (value === undefined) throw notFound()
    return { value: shownValue(value) }
  }),
  change(calls.clear, async (tx, _who, { group, key }) => {
    const title = group === '' ? '全部缓存' : theCache(tx, group).title
    clearCaches(tx, group, key)
    recordChange(tx, {
      type: 'cache',
      id: 0,
      title: key === '' ? title : `${title} ${key}`,
      before: null,
      after: null,
    })
  }),
]

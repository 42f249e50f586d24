import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { allCaches } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { freeSpace } from '#kit/server/disk.ts'
import { allJobs } from '#kit/server/jobs.ts'
import { counted, gauge, printMetrics } from '#kit/server/metrics.ts'
import { migrationStatus } from '#kit/server/migrate.ts'
import type { Replica } from '#kit/server/replica.ts'
import { type House, migrationFolders } from './house.ts'

const LEAST_SHARE = 0.05
const LEAST_BYTES = 500 * 1024 * 1024
const PATIENCE_MS = 1000
const LATE_JOB_S = 120

/** Which of schema and seeds the database lacks. */
async function failingSchema({ db, rooms }: House): Promise<string[]> {
  const waiting = (await migrationStatus(db, migrationFolders(rooms))).filter((one) => !one.done)
  const seeded = await db
    .selectFrom('installation')
    .select('name')
    .where('name', '=', 'seededVersion')
    .executeTakeFirst()
  return [...(waiting.length > 0 ? ['schema'] : []), ...(seeded === undefined ? ['seeds'] : [])]
}

/** Whether somebody claims the runs of the schedule: a job of this program that waits long past its time tells. */
async function failingJobs(db: Db): Promise<string[]> {
  const names = allJobs(db).map((job) => job.name)
  const late = await sql`select 1 from "scheduleJob" where "status" = 0
    and "nextTime" < now() - make_interval(secs => ${LATE_JOB_S}) and "name" = any(${sql.val(names)}::text[])
    limit 1`.execute(db)
  return late.rows.length > 0 ? ['jobs'] : []
}

function withinPatience<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('too slow')), PATIENCE_MS).unref()
    }),
  ])
}

/** Adds /healthz, /readyz, /version and /metrics; none needs a session or tells more than it must. Platform §14.3. */
export function serveHealth(
  app: FastifyInstance,
  house: House,
  isStopping: () => boolean,
  replica: Replica | null,
): void {
  const { db, context } = house
  const { settings, version } = context

  const failing = async (): Promise<string[]> => {
    const parts: string[] = []
    if (isStopping()) parts.push('stopping')
    const state = Promise.all([failingSchema(house), failingJobs(db)]).then((lists) => lists.flat())
    parts.push(...(await withinPatience(state).catch(() => ['database'])))
    const space = await freeSpace(settings.dataDir).catch(() => null)
    if (space === null || space.share < LEAST_SHARE || space.bytes < LEAST_BYTES) parts.push('disk')
    return parts
  }

  app.get('/healthz', () => ({ status: 'ok', version }))
  app.get('/version', () => ({ version }))
  app.get('/readyz', async (_request, reply) => {
    const parts = await failing()
    return reply.status(parts.length > 0 ? 503 : 200).send({
      status: parts.length > 0 ? 'failing' : 'ok',
      failing: parts,
      // Its reads go to the database meanwhile.
      ...(replica === null ? {} : { replica: replica.state() }),
    })
  })
  app.get('/metrics', async (request, reply) => {
    const token = settings.metricsToken
    const given = request.headers.authorization === `Bearer ${token}`
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    if (token === undefined ? !local : !given)
      return reply.status(403).send({ code: 403, message: '没有权限访问。', data: null })
    return reply.type('text/plain; version=0.0.4').send(await printMetrics())
  })
}

/** The figures that are read when somebody asks for the metrics. Platform §14.4. */
export function declareGauges(house: House): void {
  const { pool, db, context } = house
  // Read at every request many times over: counted where it costs an addition.
  counted('cache_hits_total', () => allCaches(db).map((one) => [{ group: one.group }, one.figures(db).hits]))
  gauge('db_pool_in_use', () => [[{}, pool.totalCount - pool.idleCount]])
  gauge('disk_free_bytes', async () => [[{}, (await freeSpace(context.settings.dataDir)).bytes]])
  gauge('process_resident_memory_bytes', () => [[{}, process.memoryUsage().rss]])
  gauge('process_uptime_seconds', () => [[{}, Math.round(process.uptime())]])
  gauge('sessions_active', async () => {
    const row = await sql<{
      n: number
    }>`select count(*) as n from "adminSession" where "endTime" is null and "expireTime" > now()`.execute(db)
    return [[{}, row.rows[0]?.n ?? 0]]
  })
  gauge('outbox_pending', async () => {
    const rows = await sql<{ kind: string; n: number }>`
      select "consumer" as kind, count(*) as n from "outboxDelivery" where "status" = 0 group by 1`.execute(
      db,
    )
    return rows.rows.map((row): [Record<string, string>, number] => [{ kind: row.kind }, row.n])
  })
  gauge('outbox_oldest_seconds', async () => {
    const rows = await sql<{ kind: string; age: number }>`
      select d."consumer" as kind, extract(epoch from now() - min(o."createTime"))::float8 as age
      from "outboxDelivery" d join "outbox" o on o."id" = d."eventId" where d."status" = 0 group by 1`.execute(
      db,
    )
    return rows.rows.map((row): [Record<string, string>, number] => [{ kind: row.kind }, row.age])
  })
  gauge('job_oldest_seconds', async () => {
    const rows = await sql<{ age: number }>`
      select extract(epoch from now() - min("nextTime"))::float8 as age from "job"
      where "status" = 0 and "nextTime" <= now()`.execute(db)
    return [[{}, rows.rows[0]?.age ?? 0]]
  })
  gauge('file_task_oldest_seconds', async () => {
    const rows = await sql<{ age: number }>`
      select extract(epoch from now() - min("createTime"))::float8 as age from "fileTask" where "status" = 0`.execute(
      db,
    )
    return [[{}, rows.rows[0]?.age ?? 0]]
  })
  gauge('file_tasks', async () => {
    const rows = await sql<{ kind: number; status: number; n: number }>`
      select "kind", "status", count(*) as n from "fileTask" group by 1, 2`.execute(db)
    return rows.rows.map((row): [Record<string, number>, number] => [
      { kind: row.kind, status: row.status },
      row.n,
    ])
  })
  gauge('job_last_success_seconds', async () => {
    const rows = await sql<{ job: string; time: number }>`
      select j."name" as job, extract(epoch from max(l."endTime")) as time from "scheduleJobLog" l
      join "scheduleJob" j on j."id" = l."jobId" where l."status" = 1 group by 1`.execute(db)
    return rows.rows.map((row): [Record<string, string>, number] => [{ job: row.job }, row.time])
  })
}

import { sql } from 'kysely'
import { openHouse } from '#app/house.ts'
import type { Outcome } from '#domains/workflow/engine/commands.ts'
import { runCommand } from '#domains/workflow/store/run.server.ts'
import type { Db } from '#kit/server/database.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings } from '#kit/server/settings.ts'
import { loadPerson } from '#kit/server/tasks/person.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { lineJson, task } from '../../tests/processJson.ts'
import { percentile } from '../load.ts'
import { atLeast, atMost, type Figure } from '../report.ts'
import type { Bench } from '../run.ts'
import { settle } from '../settle.ts'

const STEPS = 5
const HANDS = 8
/** So many until the code runs as in a server that has stood for a while: the first hundred take Node half as much again. */
const WARM = 300
const INSTANCES = 200_000
const ME = 1
const DUE = 10_000
const PATIENCE_S = 120

/** Commands of the workflow on the product's own database, and the to-do page, beside a million tasks; timers. Workflow §6. */
export async function engineOnDatabase(bench: Bench): Promise<Figure[]> {
  const definitionId = await deploy(bench)
  const settings = readSettings({ TS_DATA_DIR: bench.dataDir, TS_LOG_LEVEL: 'silent' })
  const secrets = await loadSecrets(bench.dataDir, settings)
  const house = openHouse(bench.databaseUrl, settings, secrets, 12)
  try {
    const who = await loadPerson(house.db, ME)
    if (who === null) throw new Error('nobody is there to work')
    const run = () => runProcess(house.db, who, definitionId)
    // Before a process is measured: tables that are empty and were never analysed are planned as no house that is used plans them.
    await house.db.connection().execute((db) => makeTasks(db, definitionId))
    await settle(bench.databaseUrl)
    for (let n = 0; n < WARM; n++) await run()
    const times: number[] = []
    for (let n = 0; n < 100; n++) times.push(await run())
    const rate = await completionsPerSecond(run)
    return [
      atMost(
        `process of ${STEPS} tasks, all ${STEPS + 1} commands, median`,
        percentile(times, 0.5),
        15,
        'ms',
      ),
      atLeast('completions over different instances', rate, 200, '/s'),
      atMost('to-do page of 1,000,000 tasks, p95', await todoPage(bench), 100, 'ms'),
      ...(await timers(house.db, definitionId)),
    ]
  } finally {
    await house.pool.end()
  }
}

async function deploy({ base, token }: Bench): Promise<number> {
  const tasks = Array.from({ length: STEPS }, (_, at) => task(`t${at + 1}`, `user:${ME}`))
  const answer = await fetch(`${base}/api/admin/workflow/definition/deploy`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ text: lineJson('bench', tasks) }),
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`deployment refused: ${message}`)
  return data.id
}

/** Starts a process and completes all its tasks; milliseconds it took. */
async function runProcess(db: Db, who: Who, definitionId: number): Promise<number> {
  const begin = performance.now()
  let outcome: Outcome = await inTransaction(db, who, (tx) =>
    runCommand(tx, { kind: 'start', by: ME, definitionId, title: '压测', variables: { amount: 1 } }),
  )
  for (let step = 0; step < STEPS; step++) {
    const taskId = outcome.tasks[0] ?? 0
    outcome = await inTransaction(db, who, (tx) => runCommand(tx, { kind: 'agree', by: ME, taskId }))
  }
  if (outcome.state !== 'approved') throw new Error(`a process ended ${outcome.state}`)
  return performance.now() - begin
}

async function completionsPerSecond(run: () => Promise<number>): Promise<number> {
  const each = 25
  const begin = performance.now()
  const hand = async (): Promise<void> => {
    for (let n = 0; n < each; n++) await run()
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return (HANDS * each * STEPS * 1000) / (performance.now() - begin)
}

/** A million tasks, one in twenty-five open: for people, departments and roles, the person who looks among them. */
async function makeTasks(db: Db, definitionId: number): Promise<void> {
  const base = 10_000_000
  await sql`set statement_timeout = 0`.execute(db)
  await sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "title", "starterId",
      "state", "createTime", "endTime")
    select ${base}::int + n * 10, ${base}::int + n * 10, ${definitionId}, 'bench', 'YC' || n, '采购申请 ' || n || ' 号',
      1000 + n % 300, case when n % 5 = 0 then 'running' else 'approved' end, now() - n * interval '1 second',
      case when n % 5 = 0 then null else now() - (n - 100) * interval '1 second' end
    from generate_series(1, ${sql.lit(INSTANCES)}) n`.execute(db)
  // Foreign keys of the next rows are looked up by plans for a table of this size.
  await sql`analyze "processInstance"`.execute(db)
  await sql`insert into "processTask" ("id", "instanceId", "rootId", "definitionId", "processName", "node", "name", "kind",
      "mode", "state", "result", "doneBy", "createTime", "endTime")
    select i."id" + s, i."id", i."id", ${definitionId}, 'bench', 't' || s, 't' || s, 'Major', 'ANY',
      case when open then 'open' else 'done' end, case when open then null else 'agree' end,
      case when open then null else 1000 + i."id" / 10 % 300 end, i."createTime",
      case when open then null else i."createTime" + s * interval '10 seconds' end
    from "processInstance" i, generate_series(1, ${sql.lit(STEPS)}) s,
      lateral (select i."state" = 'running' and s = ${sql.lit(STEPS)} as open) o
    where i."id" > ${base}`.execute(db)
  await sql`analyze "processTask"`.execute(db)
  await sql`insert into "processTaskActor" ("taskId", "kind", "actorId", "open", "time")
    select t."id", (array['role', 'dept', 'user', 'user'])[1 + t."instanceId" / 50 % 4],
      case t."instanceId" / 50 % 4 when 0 then '1' when 1 then (t."instanceId" / 200 % 40)::text
        else (case when t."instanceId" / 200 % 20 = 0 then ${ME} else 1000 + t."instanceId" / 200 % 300 end)::text end,
      case when t."state" = 'open' then 1 else 0 end, t."createTime"
    from "processTask" t where t."instanceId" > ${base}`.execute(db)
  await sql`analyze "processTaskActor"`.execute(db)
  // What was made is on the disk before something is measured.
  await sql`checkpoint`.execute(db)
}

async function todoPage({ base, token }: Bench): Promise<number> {
  const times: number[] = []
  for (let page = 1; page <= 40; page++) {
    const begin = performance.now()
    const answer = await fetch(`${base}/api/admin/workflow/task/list?page=${page}&limit=20`, {
      headers: { 'x-token': token },
    })
    const { code, data } = await answer.json()
    if (code !== 200 || data.list.length === 0) throw new Error(`the to-do list answered ${code}`)
    times.push(performance.now() - begin)
  }
  return percentile(times, 0.95)
}

/** Ten thousand instances whose time is over; the server's workers ring them. */
async function timers(db: Db, definitionId: number): Promise<Figure[]> {
  const first = 300_000_000
  await sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "starterId")
    select ${sql.lit(first)} + n, ${sql.lit(first)} + n, ${sql.lit(definitionId)}, 'bench', 'LCT' || n, ${sql.lit(ME)}
    from generate_series(1, ${sql.lit(DUE)}) n`.execute(db)
  await sql`insert into "processTimer" ("id", "rootId", "instanceId", "kind", "due")
    select ${sql.lit(first)} + n, ${sql.lit(first)} + n, ${sql.lit(first)} + n, 'expire', now()
    from generate_series(1, ${sql.lit(DUE)}) n`.execute(db)
  const begin = performance.now()
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "processTimer"
      where "id" > ${first}`.execute(db)
    if (rows[0]?.n === 0) break
    if (performance.now() - begin > PATIENCE_S * 1000) throw new Error(`${rows[0]?.n} timers have not rung`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return [atMost('10,000 due timers rung', (performance.now() - begin) / 1000, 60, 's')]
}

import { sql } from 'kysely'
import { openHouse } from '#app/house.ts'
import { writeXml } from '#domains/workflow/model/xml.ts'
import { runCommand } from '#domains/workflow/store/run.server.ts'
import { type Db, jsonb } from '#kit/server/database.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings } from '#kit/server/settings.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { theSystem } from '#kit/server/who.ts'
import { trust } from '#kit/shared/loose.ts'
import { percentile } from '../load.ts'
import { atLeast, atMost, type Figure } from '../report.ts'
import type { Bench } from '../run.ts'
import { chain } from './drawing.ts'

const ACTOR = 1
const ROUNDS = 60
const INSTANCES = 400
const CONNECTIONS = 8
const TASKS = 1_000_000
const MINE = 20_000
const PAGES = 60
const DUE = 10_000
const PATIENCE_S = 120

/** Lays a process down as a deployed version; its id. */
async function deployed(db: Db, name: string, tasks: number): Promise<number> {
  const process = chain(name, tasks, `user:${ACTOR}`)
  const { id } = await db
    .insertInto('processDefinition')
    .values({
      name,
      revision: 1,
      displayName: process.displayName,
      json: trust(jsonb(process)),
      xml: writeXml(process),
      checksum: name,
      calls: [],
      createBy: ACTOR,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Processes on the product's database: one after the other, many at once, the to-do page, timers. Workflow §6. */
export async function engineOnDatabase({ base, token, databaseUrl, dataDir }: Bench): Promise<Figure[]> {
  const settings = readSettings({ TS_DATA_DIR: dataDir })
  const house = await openHouse(databaseUrl, settings, await loadSecrets(dataDir, settings), CONNECTIONS)
  const { db } = house
  const who: Who = { ...theSystem, adminId: ACTOR }
  const run = (command: Parameters<typeof runCommand>[1]) =>
    inTransaction(db, who, (tx) => runCommand(tx, command))
  const begin = (definitionId: number) => run({ kind: 'start', by: ACTOR, definitionId, title: '压测' })
  try {
    const five = await deployed(db, 'benchFive', 5)
    const taken: number[] = []
    for (let round = 0; round < ROUNDS + 5; round++) {
      const at = performance.now()
      let { tasks, state } = await begin(five)
      while (state === 'running')
        ({ tasks, state } = await run({ kind: 'agree', by: ACTOR, taskId: tasks[0] ?? 0 }))
      // The first rounds prepare statements and read definitions.
      if (round >= 5) taken.push(performance.now() - at)
    }
    const waiting: number[] = []
    for (let one = 0; one < INSTANCES; one++) waiting.push(...(await begin(five)).tasks)
    const at = performance.now()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let taskId = waiting.pop(); taskId !== undefined; taskId = waiting.pop())
          await run({ kind: 'agree', by: ACTOR, taskId })
      }),
    )
    const perSecond = INSTANCES / ((performance.now() - at) / 1000)
    return [
      atMost('process of 5 tasks on the database, all 6 commands, median', percentile(taken, 0.5), 15, 'ms'),
      atLeast('tasks completed on different instances', perSecond, 200, '/s'),
      ...(await todoPage(db, base, token, five)),
      ...(await timers(db, five)),
    ]
  } finally {
    await house.pool.end()
  }
}

async function todoPage(db: Db, base: string, token: string, definitionId: number): Promise<Figure[]> {
  await makeTasks(db, definitionId)
  const taken: number[] = []
  for (let round = 0; round < PAGES; round++) {
    const begin = performance.now()
    const answer = await fetch(
      `${base}/api/admin/workflow/task/list?tab=todo&page=${1 + (round % 10)}&limit=20`,
      { headers: { 'x-token': token } },
    )
    const { code, data } = await answer.json()
    if (code !== 200 || data.list.length !== 20) throw new Error(`the to-do page answered ${code}`)
    taken.push(performance.now() - begin)
  }
  return [atMost('to-do page among 1,000,000 tasks, p95', percentile(taken, 0.95), 100, 'ms')]
}

/** A million tasks of a hundred thousand instances; every fiftieth waits for the person who looks. */
async function makeTasks(db: Db, definitionId: number): Promise<void> {
  const first = 100_000_000
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "title",
        "starterId", "state", "createTime")
      select ${sql.lit(first)} + n, ${sql.lit(first)} + n, ${sql.lit(definitionId)}, 'benchFive', 'LCB' || n, '压测' || n, 2,
        'running', now() - n * interval '1 second'
      from generate_series(1, ${sql.lit(TASKS / 10)}) n`.execute(one)
    await sql`insert into "processTask" ("id", "instanceId", "rootId", "definitionId", "processName", "node", "name",
        "kind", "mode", "state", "doneBy", "createTime")
      select ${sql.lit(first)} + n, ${sql.lit(first)} + 1 + n % ${sql.lit(TASKS / 10)},
        ${sql.lit(first)} + 1 + n % ${sql.lit(TASKS / 10)}, ${sql.lit(definitionId)}, 'benchFive', 'task1', 'task1', 'Major',
        'ANY', 'open', null, now() - n * interval '1 second'
      from generate_series(1, ${sql.lit(TASKS)}) n`.execute(one)
    await sql`insert into "processTaskActor" ("taskId", "kind", "actorId", "time")
      select ${sql.lit(first)} + n, 'user',
        case when n % ${sql.lit(TASKS / MINE)} = 0 then ${sql.lit(String(ACTOR))} else (2 + n % 500)::text end,
        now() - n * interval '1 second'
      from generate_series(1, ${sql.lit(TASKS)}) n`.execute(one)
    await sql`analyze "processInstance", "processTask", "processTaskActor"`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Reminders of ten thousand tasks, all due now; the server's workers ring them. */
async function timers(db: Db, definitionId: number): Promise<Figure[]> {
  const first = 300_000_000
  await sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "starterId")
    select ${sql.lit(first)} + n, ${sql.lit(first)} + n, ${sql.lit(definitionId)}, 'benchFive', 'LCT' || n, ${sql.lit(ACTOR)}
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

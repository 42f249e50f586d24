import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { preparing } from '#kit/server/prepared.ts'
import { errorText } from '#kit/server/retry.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch, tryPart } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { nextId } from '../store/ids.server.ts'
import { runCommand } from '../store/run.server.ts'
import { now } from '../store/start.server.ts'

/** What is due is worked on by so many at once in a process. */
const HANDS = 4
const MOST_ATTEMPTS = 3
const PAUSE_S = 30
const ERROR_MAX = 2000

/** A due timer of a root instance that this transaction holds. */
interface Due {
  id: number
  rootId: number
}

/**
 * Locks the root instance of what is due longest and answers its timer: the root is the first lock of every command,
 * and one that somebody works on is passed over. Null when nothing is due that could be had.
 */
async function takeDue(tx: Tx): Promise<Due | null> {
  const { rows } = await sql<{ rootId: number }>`select m."rootId" from "processTimer" m
    join "processInstance" r on r."id" = m."rootId"
    where m."due" <= ${now()} and m."resting" = 0 order by m."due", m."id" limit 1
    for update of r skip locked`.execute(tx)
  const rootId = rows[0]?.rootId
  if (rootId === undefined) return null
  // Somebody else may have run it before the lock was had.
  const still = await sql<Due>`select "id", "rootId" from "processTimer"
    where "rootId" = ${rootId} and "due" <= ${now()} and "resting" = 0 order by "due", "id" limit 1`.execute(
    tx,
  )
  return still.rows[0] ?? { id: 0, rootId }
}

/** Whether the time of any timer has come. */
async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "processTimer" where "due" <= ${now()} and "resting" = 0 limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Runs one timer that is due: whether there was one, and whether it was still due when it could be had. What fails is
 * undone and noted while its root is still held, so that nobody else tries it before its pause.
 */
function runDue(db: Db): Promise<'ran' | 'passed' | 'none'> {
  return asSystem(db, async (tx) => {
    const due = await takeDue(tx)
    if (due === null) return 'none'
    const { id: timerId, rootId } = due
    if (timerId === 0) return 'passed'
    const { error } = await tryPart(tx, () => runCommand(tx, { kind: 'timer', by: 0, timerId, rootId }))
    if (error !== undefined) await noteFailure(tx, due, reasonOf(error))
    return 'ran'
  })
}

/** What went wrong, for whoever looks after processes: also what a registered function threw. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `：${errorText(error.cause)}` : ''
  return `${errorText(error)}${cause}`
}

/** Notes a failed run: tried again after a pause, and after the third an incident that waits for a person. */
async function noteFailure(tx: Tx, { id, rootId }: Due, error: string): Promise<void> {
  const { rows } = await sql<{
    attempts: number
    instanceId: number
    taskId: number | null
    kind: 'remind' | 'deadline' | 'expire'
  }>`
    update "processTimer" set "attempts" = "attempts" + 1,
      "resting" = case when "attempts" + 1 >= ${MOST_ATTEMPTS} then 1 else 0 end,
      "due" = case when "attempts" + 1 >= ${MOST_ATTEMPTS} then "due"
        else ${now()}::timestamptz + make_interval(secs => ${PAUSE_S}) end
    where "id" = ${id} and "resting" = 0
    returning "attempts", "instanceId", "taskId", "kind"`.execute(tx)
  const [timer] = rows
  if (timer === undefined || timer.attempts < MOST_ATTEMPTS) return
  const { attempts, instanceId, taskId, kind } = timer
  await tx
    .insertInto('processIncident')
    .values({
      timerId: id,
      rootId,
      instanceId,
      taskId,
      kind,
      attempts,
      error: cut(error, ERROR_MAX),
      solvedBy: null,
      solvedTime: null,
    })
    .execute()
  await tx
    .insertInto('processLog')
    .values({
      id: await nextId(tx),
      instanceId,
      rootId,
      time: now(),
      kind: 'incident',
      node: '',
      edge: '',
      taskId,
      adminId: 0,
      comment: cut(error, ERROR_MAX),
      data: { kind },
    })
    .execute()
  touch(tx, 'processIncident')
}

/** Works on what is due until nothing is; each timer in a transaction of its own. */
export async function runTimers(db: Db, signal: AbortSignal): Promise<number> {
  let handled = 0
  const hand = async (): Promise<void> => {
    while (!signal.aborted) {
      const result = await runDue(db)
      if (result === 'none') return
      if (result === 'ran') handled += 1
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return handled
}

/** Reminders, deadlines of tasks and of instances. Workflow §3.10. */
export const timersJob: JobDefinition = {
  name: 'workflow.timers',
  title: '流程到期处理',
  group: 'SYSTEM',
  cron: '*/10 * * * * *',
  due: isAnyDue,
  run: (db, _params, signal) => preparing(() => runTimers(db, signal)),
}

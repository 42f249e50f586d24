import { type RawBuilder, sql } from 'kysely'
import { identityColumn, type StaffIdentity } from '#domains/access/access.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { stale } from '#kit/shared/errors.ts'
import type { Changes, Store } from '../engine/ports.ts'
import type { InstanceRecord, TaskRecord, TimerRecord, TokenRecord } from '../engine/records.ts'
import { nextId } from './ids.server.ts'
import { keyOf, type TaskBefore, write } from './write.server.ts'

/** A record as its json text holds it. */
type Stored<R> = {
  [K in keyof R]: R[K] extends Date
    ? string
    : R[K] extends boolean
      ? 0 | 1
      : R[K] extends Date | null
        ? string | null
        : R[K]
}

type StoredTask = Stored<TaskRecord> & { version: number }

const time = (text: string): Date => new Date(text)
const timeOrNull = (text: string | null): Date | null => (text === null ? null : time(text))

/** What a row says that a json text cannot: its instants and switches. */
function instanceOf(row: Stored<InstanceRecord>): InstanceRecord {
  return {
    ...row,
    overdue: row.overdue === 1,
    expireTime: timeOrNull(row.expireTime),
    createTime: time(row.createTime),
    endTime: timeOrNull(row.endTime),
  }
}

function taskOf({ version: _version, ...row }: StoredTask): TaskRecord {
  return {
    ...row,
    overdue: row.overdue === 1,
    createTime: time(row.createTime),
    endTime: timeOrNull(row.endTime),
    deadline: timeOrNull(row.deadline),
  }
}

const timerOf = (row: Stored<TimerRecord>): TimerRecord => ({ ...row, due: time(row.due) })

/** What the store knows beside what it gives to the engine. */
export interface Loaded {
  tasks: ReadonlyMap<number, TaskBefore>
  /** state of the instances as they were read */
  states: ReadonlyMap<number, InstanceRecord['state']>
}

export interface StoreOptions {
  /** who acts, whose identity is read together with the instance */
  acting?: { by: number; meet(adminId: number, found: StaffIdentity | null): unknown } | undefined
  /** nothing will be saved, so nothing is locked */
  looking?: true
  /** the row version a person has read; an older one is refused with 409 */
  expected?: { taskId: number; version: number } | undefined
  /** hears what was kept, in the same transaction */
  saved?(changes: Changes, loaded: Loaded): Promise<void>
}

/**
 * The database as the engine's store. `rootOf` and `load` lock the root instance before anything of it is read, so
 * commands on one instance come one after the other. A task that was changed since it was read: 409 TASK_CLOSED.
 * Workflow §3.9.
 */
export function databaseStore(tx: Db, { acting, expected, looking, saved }: StoreOptions): Store {
  const worlds = new Map<number, JsonWorld>()
  const tasks = new Map<number, TaskBefore>()
  const states = new Map<number, InstanceRecord['state']>()

  const keep = (row: StoredTask): TaskRecord => {
    const task = taskOf(row)
    tasks.set(task.id, {
      version: row.version,
      state: task.state,
      claimedBy: task.claimedBy,
      actors: keyOf(task.actors),
    })
    if (expected?.taskId === task.id && expected.version !== row.version) throw stale()
    return task
  }

  const read = async (of: { taskId: number } | { instanceId: number }): Promise<number | null> => {
    const [taskId, instanceId] = 'taskId' in of ? [of.taskId, null] : [null, of.instanceId]
    const who = acting === undefined ? sql`null::json` : identityColumn(acting.by)
    const { rows } = await sql<{ world: JsonWorld | null; who: StaffIdentity | null }>`
      select "processWorld"(${taskId}::int, ${instanceId}::int, ${!looking}) as "world", ${who} as "who"`.execute(
      tx,
    )
    acting?.meet(acting.by, rows[0]?.who ?? null)
    const world = rows[0]?.world ?? null
    if (world !== null) worlds.set(world.rootId, world)
    return world?.rootId ?? null
  }

  const readTasks = async (where: RawBuilder<unknown>): Promise<TaskRecord[]> => {
    const { rows } = await sql<{
      task: StoredTask
    }>`select "processTaskJson"(t) as "task" from "processTask" t
      where ${where} order by t."createTime", t."id"`.execute(tx)
    return rows.map(({ task }) => keep(task))
  }

  return {
    newId: () => nextId(tx),
    rootOf: read,
    async load(rootId) {
      if (!worlds.has(rootId)) await read({ instanceId: rootId })
      const world = worlds.get(rootId)
      if (world === undefined) return null
      const instances = world.instances.map(instanceOf)
      for (const { id, state } of instances) states.set(id, state)
      return {
        rootId,
        instances,
        tokens: world.tokens,
        tasks: world.tasks.map(keep),
        timers: world.timers.map(timerOf),
      }
    },
    async task(id) {
      const [task] = await readTasks(sql`t."id" = ${id}`)
      return task ?? null
    },
    doneTasks: (instanceId, node) =>
      readTasks(sql`t."instanceId" = ${instanceId} and t."state" = 'done'
        and (${node ?? null}::text is null or t."node" = ${node ?? null})`),
    async save(changes) {
      await write(tx, changes, tasks)
      await saved?.(changes, { tasks, states })
    },
  }
}

interface JsonWorld {
  rootId: number
  instances: Stored<InstanceRecord>[]
  tokens: TokenRecord[]
  tasks: StoredTask[]
  timers: Stored<TimerRecord>[]
}

/** Locks a root instance before anything a document has: the first lock of every command. Doors §5. */
export async function lockRoot(tx: Tx, rootId: number): Promise<void> {
  await sql`select "id" from "processInstance" where "id" = ${rootId} for update`.execute(tx)
}

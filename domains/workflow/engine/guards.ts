import type { Identity } from './ports.ts'
import type { InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import {
  actionNotAllowed,
  forbiddenTask,
  instanceNotFound,
  orderClosed,
  personNotFound,
  taskClaimed,
  taskClosed,
  taskNotFound,
} from './refusals.ts'
import type { Run } from './run.ts'

/** An open task that the acting person may work on, and where it stands. */
export interface AtTask {
  task: TaskRecord
  instance: InstanceRecord
  /** null for an opinion, which no token waits for */
  token: TokenRecord | null
}

/** Whether somebody is among those a task waits for, by what they are at this moment. Workflow §3.3. */
export function mayAct(identity: Identity | null, task: Pick<TaskRecord, 'actors'>): boolean {
  if (identity === null) return false
  if (identity.all || task.actors.length === 0) return true
  return task.actors.some(({ kind, id }) => {
    if (kind === 'user') return id === String(identity.adminId)
    if (kind === 'role') return identity.roles.includes(id)
    return kind === 'dept' ? id === identity.deptId : identity.posts.includes(id)
  })
}

/**
 * The open task a person wants to work on. Throws TASK_NOT_FOUND, TASK_CLOSED, FORBIDDEN, TASK_CLAIMED. The product
 * itself (0) may always.
 */
export async function atTask(run: Run, taskId: number): Promise<AtTask> {
  const at = await openTaskAt(run, taskId)
  if (run.by === 0) return at
  if (!mayAct(await run.ports.people.identity(run.by), at.task)) throw forbiddenTask()
  const holder = at.task.claimedBy
  if (holder !== null && holder !== run.by) throw taskClaimed(await run.ports.people.name(holder))
  return at
}

/** The same for what moves the flow: not for opinions, and not for a helper, who only answers. */
export async function atOwnTask(run: Run, taskId: number): Promise<AtTask & { token: TokenRecord }> {
  const at = await atTask(run, taskId)
  refuseHelper(at.task)
  if (at.token === null) throw actionNotAllowed('协办任务只能提交意见')
  return { ...at, token: at.token }
}

export function refuseHelper(task: TaskRecord): void {
  if (task.ownerId !== null) throw actionNotAllowed('委派的任务只能回复意见')
}

/** An open task and where it stands, whoever asks. */
export async function openTaskAt(run: Run, taskId: number): Promise<AtTask> {
  const task = run.tasks.all.get(taskId)
  if (task === undefined) {
    throw (await run.ports.store.task(taskId)) === null ? taskNotFound() : taskClosed()
  }
  if (task.state !== 'open') throw taskClosed()
  return {
    task,
    instance: runningInstance(run, task.instanceId),
    token: run.tokens.all.get(task.tokenId ?? 0) ?? null,
  }
}

/** Throws ORDER_CLOSED for an instance that has ended. */
export function runningInstance(run: Run, instanceId: number): InstanceRecord {
  const instance = run.instances.all.get(instanceId)
  // The store was asked for its root: it exists, but nothing of it can change any more.
  if (instance === undefined) throw orderClosed()
  if (instance.state !== 'running') throw orderClosed()
  return instance
}

/** The instance nobody called. */
export function rootInstance(run: Run): InstanceRecord {
  const instance = run.instances.all.get(run.rootId)
  if (instance === undefined) throw instanceNotFound()
  return instance
}

/** Refuses people who are not there, or disabled; at least one must be named. */
export async function requirePeople(run: Run, admins: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(admins)]
  const there = await run.ports.people.members(wanted.map((id) => ({ kind: 'user', id: String(id) })))
  if (wanted.length === 0 || there.length < wanted.length) throw personNotFound()
  return there
}

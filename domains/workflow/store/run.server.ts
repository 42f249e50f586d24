import type { Tx } from '#kit/server/database.ts'
import { isBusy } from '#kit/server/dbErrors.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import { keepApart, notice, recordChange, touch } from '#kit/server/transaction.ts'
import { AppError } from '#kit/shared/errors.ts'
import type { Command, Outcome } from '../engine/commands.ts'
import { perform } from '../engine/perform.ts'
import type { Changes } from '../engine/ports.ts'
import type { Actor, InstanceRecord, TaskRecord } from '../engine/records.ts'
import { INSTANCE_STATES } from '../instance/instance.entity.ts'
import { TASK_RESULTS } from '../task/task.entity.ts'
import { TASK_TOPIC } from '../task/task.topic.ts'
import { engineOptions } from '../workflow.config.server.ts'
import { databasePorts } from './ports.server.ts'
import type { Loaded } from './store.server.ts'
import { TELL } from './tell.server.ts'

/** What a person has seen of the task they act on. */
export interface RunOptions {
  expected?: { taskId: number; version: number } | undefined
}

/**
 * Carries out a command in the caller's transaction, which locks the root instance first. Those concerned are told
 * after the commit. Refusals are those of the engine, 409 for a task that was changed since the person read it.
 * Workflow §3.9.
 */
export async function runCommand(tx: Tx, command: Command, options: RunOptions = {}): Promise<Outcome> {
  const comment = 'comment' in command ? (command.comment ?? '') : ''
  const ports = databasePorts(tx, {
    by: command.by,
    comment,
    options: await engineOptions(tx),
    expected: options.expected,
    saved: async (changes, loaded) => {
      record(tx, changes, loaded)
      await announce(tx, changes, command.by)
    },
  })
  return perform(ports, command).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.cause === undefined) throw error
    // Worth another try: whoever opened the transaction sees to that.
    if (isBusy(error.cause)) throw error.cause
    keepCause(tx, command, error.cause)
    throw error
  })
}

/** A registered function that failed is refused in words for people: what it threw is kept outside the transaction. */
function keepCause(tx: Tx, { kind, by }: Command, cause: unknown): void {
  const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause))
  const path = `workflow/${kind}`
  const adminId = by === 0 ? null : by
  keepApart(tx, (own) =>
    writeErrorLog(own, { requestId: '', source: 'server', path, adminId, message, stack }),
  )
}

const labelOf = (choices: readonly { value: string; label: string }[], value: string | null): string =>
  choices.find((one) => one.value === value)?.label ?? ''

/** The instances and tasks that changed, in words, for the operation log. */
function record(tx: Tx, { instances, tasks }: Changes, { states, tasks: before }: Loaded): void {
  const titles = new Map<number, string>()
  const title = ({ id, number, title: subject }: InstanceRecord): string => {
    titles.set(id, `${number} ${subject}`.trim())
    return titles.get(id) ?? ''
  }
  const state = (value: InstanceRecord['state'] | undefined) => ({
    状态: labelOf(INSTANCE_STATES, value ?? null),
  })
  for (const one of instances.added)
    recordChange(tx, {
      type: 'processInstance',
      id: one.id,
      title: title(one),
      before: null,
      after: { 单号: one.number, 标题: one.title, ...state(one.state) },
    })
  for (const one of instances.changed) {
    const known = title(one)
    if (states.get(one.id) !== one.state)
      recordChange(tx, {
        type: 'processInstance',
        id: one.id,
        title: known,
        before: state(states.get(one.id)),
        after: state(one.state),
      })
  }
  for (const task of tasks.changed) {
    const old = before.get(task.id)
    recordChange(tx, {
      type: 'processTask',
      id: task.id,
      title: `${titles.get(task.instanceId) ?? ''} ${task.name}`.trim(),
      before: { 处理结果: '', 签收人: old?.claimedBy ?? null, 参与者: old?.actors ?? '' },
      after: {
        处理结果: labelOf(TASK_RESULTS, task.result),
        签收人: task.claimedBy,
        参与者: task.actors
          .map(({ kind, id }) => `${kind}:${id}`)
          .sort()
          .join(),
      },
    })
  }
}

const isUser = ({ kind, id }: Actor, adminId: number): boolean => kind === 'user' && id === String(adminId)

/** People hear at once that their lists changed; groups and messages are a job's, for they take queries. */
async function announce(tx: Tx, { tasks, copies, notices }: Changes, by: number): Promise<void> {
  const users = new Set<number>(copies.map((copy) => copy.adminId))
  const groups = new Map<string, Actor>()
  const concerned = (task: TaskRecord): void => {
    for (const actor of task.actors)
      if (actor.kind === 'user') users.add(Number(actor.id))
      else groups.set(`${actor.kind}:${actor.id}`, actor)
    if (task.doneBy !== null && task.doneBy !== 0) users.add(task.doneBy)
  }
  for (const task of [...tasks.added, ...tasks.changed]) concerned(task)
  for (const adminId of users) notice(tx, { topic: TASK_TOPIC, adminId })
  if (tasks.added.length > 0 || tasks.changed.length > 0) touch(tx, 'processTask')
  if (copies.length > 0) touch(tx, 'processCopy')
  touch(tx, 'processInstance')
  // Nobody is told of what they did themselves.
  const news = notices.filter(({ receivers }) => receivers.some((one) => !isUser(one, by)))
  if (news.length > 0 || groups.size > 0)
    await enqueueJob(tx, TELL, { notices: news, groups: [...groups.values()], by })
}

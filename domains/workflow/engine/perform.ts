import { assist, claim, copy, release, urge } from './beside.ts'
import type { Command, Outcome } from './commands.ts'
import { answer, reject } from './complete.ts'
import { endInstance } from './ending.ts'
import { settle } from './enter.ts'
import { rootInstance, runningInstance } from './guards.ts'
import { delegate, handOver, transfer } from './handOver.ts'
import type { Ports, World } from './ports.ts'
import { pullBack } from './pullBack.ts'
import type { InstanceRecord } from './records.ts'
import { forbiddenInstance, instanceNotFound, taskNotFound } from './refusals.ts'
import { jump, resubmit, returnPrevious, returnStarter, returnTo } from './returns.ts'
import { closeRun, openRun, type Run } from './run.ts'
import { addSigner, removeSigner } from './signers.ts'
import { start } from './start.ts'
import { ring } from './timers.ts'

/**
 * Carries out one command on one root instance: loads what can still change (the store locks it), checks, changes,
 * settles, saves once. Answers the instance the command was about, the tasks it opened that are still open, and the
 * state that instance is in. Throws AppError with data.reason; whatever is thrown leaves the store as it was.
 * Workflow §3.4–3.10.
 */
export async function perform(ports: Ports, command: Command): Promise<Outcome> {
  const run = openRun(ports, command.by, await loadWorld(ports, command))
  const instance = await carryOut(run, command)
  await settle(run)
  countMade(run)
  await closeRun(run)
  const opened = run.tasks.changes().added.filter(({ state }) => state === 'open')
  return { instanceId: instance.id, tasks: opened.map(({ id }) => id), state: instance.state }
}

async function loadWorld(ports: Ports, command: Command): Promise<World> {
  const { store } = ports
  if (command.kind === 'start') {
    return { rootId: await store.newId(), instances: [], tokens: [], tasks: [], timers: [] }
  }
  const missing = 'taskId' in command && command.taskId !== undefined ? taskNotFound : instanceNotFound
  const rootId =
    command.kind === 'timer'
      ? command.rootId
      : await store.rootOf(
          'instanceId' in command ? { instanceId: command.instanceId } : { taskId: command.taskId },
        )
  const world = rootId === null ? null : await store.load(rootId)
  if (world === null) throw missing()
  return world
}

async function carryOut(run: Run, command: Command): Promise<InstanceRecord> {
  switch (command.kind) {
    case 'start':
      return start(run, command)
    case 'timer':
      await ring(run, command.timerId)
      return rootInstance(run)
    case 'jump':
      await jump(run, command.instanceId, command.node, command)
      return runningInstance(run, command.instanceId)
    case 'withdraw':
    case 'terminate':
      return stop(run, command)
    case 'copy':
      return copyInstance(run, command)
    case 'urge':
      await urge(run, command.instanceId, command.taskId)
      return runningInstance(run, command.instanceId)
  }
  await atTheTask(run, command)
  return run.instances.all.get(run.tasks.all.get(command.taskId)?.instanceId ?? 0) ?? rootInstance(run)
}

/** Everything that is done to one task. */
async function atTheTask(
  run: Run,
  command: Exclude<Command, { instanceId: number } | { kind: 'start' | 'timer' }>,
): Promise<void> {
  const { taskId } = command
  switch (command.kind) {
    case 'claim':
      return claim(run, taskId)
    case 'release':
      return release(run, taskId)
    case 'agree':
    case 'disagree':
      return answer(run, taskId, command.kind, command)
    case 'reject':
      return reject(run, taskId, command)
    case 'returnPrevious':
      return returnPrevious(run, taskId, command)
    case 'returnStarter':
      return returnStarter(run, taskId, command)
    case 'returnTo':
      return returnTo(run, taskId, command.node, command)
    case 'resubmit':
      return resubmit(run, taskId, command.mode, command)
    case 'pullBack':
      return pullBack(run, taskId)
    case 'transfer':
      return transfer(run, taskId, command.to, command.comment)
    case 'delegate':
      return delegate(run, taskId, command.to, command.comment)
    case 'handOver':
      return handOver(run, taskId, command.from, command.to, command.comment)
    case 'addSigner':
      return addSigner(run, taskId, command.place, command.admins, command.comment)
    case 'removeSigner':
      return removeSigner(run, taskId, command.admins, command.comment)
    case 'assist':
      return assist(run, taskId, command.admins, command.comment)
  }
}

/** 撤销申请 by the starter, 终止 by whom the caller let through. Workflow §3.5. */
async function stop(
  run: Run,
  { kind, instanceId, comment }: Extract<Command, { kind: 'withdraw' | 'terminate' }>,
): Promise<InstanceRecord> {
  const instance = runningInstance(run, instanceId)
  if (kind === 'withdraw') {
    const identity = await run.ports.people.identity(run.by)
    const may = instance.starterId === run.by || identity?.all === true
    if (!may || instance.parentId !== null) throw forbiddenInstance()
  }
  await endInstance(run, instance, kind === 'withdraw' ? 'withdrawn' : 'terminated', comment)
  return instance
}

async function copyInstance(
  run: Run,
  { instanceId, taskId, admins, comment }: Extract<Command, { kind: 'copy' }>,
): Promise<InstanceRecord> {
  // What has ended may still be given to read.
  const instance = run.instances.all.get(instanceId) ?? rootInstance(run)
  await copy(run, instance, taskId, admins, comment)
  return instance
}

/** Notes with the completed task how many tokens it set down, so that pulling it back can see that all are there. */
function countMade(run: Run): void {
  const task = run.source === null ? undefined : run.tasks.all.get(run.source)
  if (task === undefined) return
  const made = [...run.tokens.all.values()].filter(({ data }) => data.source === task.id).length
  task.data = { ...task.data, engine: { ...task.data.engine, made } }
}

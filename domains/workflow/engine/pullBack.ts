import { isVote } from './complete.ts'
import { askMember } from './countersign.ts'
import { runningInstance } from './guards.ts'
import type { InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import { forbiddenTask, taskNotFound, withdrawNotAllowed } from './refusals.ts'
import { dropToken, hasCrossed, withdrawToken } from './returns.ts'
import { log, openTasksOf, type Run, stepOf, user } from './run.ts'
import { closeTask } from './tasks.ts'

/**
 * 撤回: whoever completed a step takes it back while everything that came of it is untouched: the tokens it set down
 * still stand there, and all tasks it made are open and unclaimed. Of a countersign only a vote of a round that is not
 * decided can be taken back, for the others did not ask for it. Workflow §3.5.
 */
export async function pullBack(run: Run, taskId: number): Promise<void> {
  const task = run.tasks.all.get(taskId) ?? (await run.ports.store.task(taskId))
  if (task === null) throw taskNotFound()
  if (task.doneBy !== run.by) throw forbiddenTask()
  const instance = runningInstance(run, task.instanceId)
  const done = task.result === 'agree' || task.result === 'disagree'
  if (!done || task.kind === 'Aidant' || task.mode === 'EXTRA') throw withdrawNotAllowed()
  run.tasks.adopt(task)
  if (isVote(task)) await takeVoteBack(run, instance, task)
  else await takeStepBack(run, instance, task)
  task.result = 'withdrawn'
  run.tasks.touch(task)
  log(run, instance, 'pullBack', { node: task.node, taskId })
}

async function takeStepBack(run: Run, instance: InstanceRecord, task: TaskRecord): Promise<void> {
  const all = [...run.tokens.all.values()].filter(({ data }) => data.source === task.id)
  const tokens = all.filter(({ instanceId }) => instanceId === instance.id)
  const [token, ...others] = tokens
  if (token === undefined || all.length !== task.data.engine?.made) throw withdrawNotAllowed()
  // Still at its own node: signers came after it.
  if (tokens.some(({ node }) => node === task.node)) throw withdrawNotAllowed()
  await requireUntouched(run, instance, task, tokens)
  for (const other of others) await dropToken(run, instance, other)
  await withdrawToken(run, instance, token)
  for (const made of madeBy(run, task)) closeTask(run, made, 'cancelled', null)
  run.moves.push({
    instance,
    node: task.node,
    token,
    round: token.round,
    source: task.sourceTaskId,
    crossed: hasCrossed(task),
    actors: [user(run.by)],
  })
}

async function takeVoteBack(run: Run, instance: InstanceRecord, task: TaskRecord): Promise<void> {
  const token = run.tokens.all.get(task.tokenId ?? 0)
  const member = token?.data.members?.find(({ loop }) => loop === task.loop)
  if (token === undefined || member === undefined) throw withdrawNotAllowed()
  const next = openTasksOf(run, token).filter(({ sourceTaskId }) => sourceTaskId === task.id)
  if (next.some(({ claimedBy }) => claimedBy !== null)) throw withdrawNotAllowed()
  if (task.mode === 'SEQUENTIAL') {
    // In a line only the last who voted may: everybody after them knew of the vote.
    if (next.length === 0) throw withdrawNotAllowed()
    for (const made of next) closeTask(run, made, 'cancelled', null)
  }
  const step = await stepOf(run, instance, task.node)
  await askMember(run, instance, step, token, member, task.sourceTaskId)
}

/** Throws when anything a task made was worked on, in its own instance or in those called since. */
async function requireUntouched(
  run: Run,
  instance: InstanceRecord,
  task: TaskRecord,
  tokens: TokenRecord[],
): Promise<void> {
  if (madeBy(run, task).some(({ claimedBy, ownerId }) => claimedBy !== null || ownerId !== null)) {
    throw withdrawNotAllowed()
  }
  const waiting = new Set(tokens.map(({ id }) => id))
  const called = [...run.instances.all.values()].filter(
    ({ parentTokenId, state }) => state === 'running' && waiting.has(parentTokenId ?? 0),
  )
  for (const one of [instance, ...called]) {
    const done = await run.ports.store.doneTasks(one.id)
    if (done.some((made) => made.sourceTaskId === task.id && made.result !== 'auto'))
      throw withdrawNotAllowed()
  }
}

function madeBy(run: Run, task: TaskRecord): TaskRecord[] {
  return [...run.tasks.all.values()].filter(
    ({ sourceTaskId, state }) => sourceTaskId === task.id && state === 'open',
  )
}

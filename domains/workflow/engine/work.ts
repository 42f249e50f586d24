import { isAidant, type Step } from './compile.ts'
import { beginCountersign, countVotes } from './countersign.ts'
import { finishNode, leave } from './leave.ts'
import { type Found, participants } from './participants.ts'
import type { Actor, InstanceRecord, TaskRecord, TokenRecord } from './records.ts'
import { type Move, openTasksOf, type Run, rest, stepOf, user } from './run.ts'
import { modeOf, openTask, passTask } from './tasks.ts'

/** A token arrives at work for people. Workflow §3.4, §3.6. */
export async function enterTask(run: Run, move: Move, step: Step): Promise<void> {
  const { instance, source } = move
  const found = await whoFor(run, move, step)
  if (found.who === 'nobody') {
    await passTask(run, instance, step, source)
    if (!isAidant(step)) return leave(run, { ...move, step })
  }
  if (isAidant(step)) return askForOpinions(run, move, step, found)
  const actors = found.who === 'these' ? found.actors : []
  const mode = modeOf(step)
  const members = (found.who === 'these' ? actors.map(({ id }) => Number(id)) : [0]).map((id, loop) => ({
    loop,
    id,
  }))
  const token = await rest(run, move, 'task', {
    ...(move.returned === undefined ? {} : { returned: move.returned }),
    ...(mode === 'ANY' ? {} : { members }),
  })
  if (mode === 'ANY') await openTask(run, instance, step, token, { mode, actors, source })
  else await beginCountersign(run, instance, step, token)
}

/** A task was completed with agree, disagree or by the product: what its token does now. */
export async function advance(run: Run, task: TaskRecord): Promise<void> {
  const instance = run.instances.all.get(task.instanceId)
  const token = run.tokens.all.get(task.tokenId ?? 0)
  if (instance === undefined || token === undefined) return
  const step = await stepOf(run, instance, task.node)
  if (task.mode === 'PARALLEL' || task.mode === 'SEQUENTIAL') {
    return countVotes(run, instance, step, token, task)
  }
  if (await goOnWithSigners(run, instance, step, token, task)) return
  const { round } = token
  await leave(run, { instance, step, token, round, source: task.id, crossed: false, task })
}

/** Steps of added signers, before and after the task itself: whether one of them is still to be done. */
async function goOnWithSigners(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord,
  task: TaskRecord,
): Promise<boolean> {
  if (openTasksOf(run, token).length > 0) return true
  const { before, after = [] } = token.data
  run.tokens.touch(token)
  if (task.mode === 'EXTRA' && before !== undefined) {
    token.data = { ...token.data, before: undefined }
    await openTask(run, instance, step, token, { mode: 'ANY', actors: before, source: task.id })
    return true
  }
  if (after.length === 0) return false
  token.data = { ...token.data, after: undefined }
  for (const id of after) await openSigner(run, instance, step, token, id, task.id)
  return true
}

export async function openSigner(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  token: TokenRecord,
  id: number,
  source: number | null,
): Promise<void> {
  await openTask(run, instance, step, token, { mode: 'EXTRA', actors: [user(id)], source })
}

/** People who give an opinion; the flow does not wait for it. */
async function askForOpinions(run: Run, move: Move, step: Step, found: Found): Promise<void> {
  const { instance, token, source } = move
  const actors = found.who === 'these' ? found.actors : []
  const each: Actor[][] = modeOf(step) === 'ANY' ? [actors] : actors.map((actor) => [actor])
  if (found.who !== 'nobody') {
    for (const some of each) await openTask(run, instance, step, null, { mode: 'ANY', actors: some, source })
  }
  await finishNode(run, { ...move, step })
  if (token !== null) run.tokens.remove(token)
}

/** Those who did the work before, when it comes back and they are still there; else whom the definition names. */
async function whoFor(run: Run, { instance, actors }: Move, step: Step): Promise<Found> {
  const same = actors === undefined || modeOf(step) !== 'ANY' ? [] : actors
  const settled = await run.ports.people.present(same)
  if (settled.length > 0) return { who: 'these', actors: settled }
  return participants(run, instance, step, modeOf(step) !== 'ANY')
}

import { fieldOf, names } from './compile.ts'
import { intercept } from './handlers.ts'
import { leave } from './leave.ts'
import type { InstanceRecord, InstanceState } from './records.ts'
import { compiledOf, log, type Run, setVariables, stepOf, tell, tokensOf, user } from './run.ts'
import { closeTask } from './tasks.ts'

/**
 * Ends an instance: everything that waits in it is closed, its children are terminated, the instance that called it goes
 * on or ends too, unless it no longer waits for an answer. Workflow §3.4, §3.8.
 */
export async function endInstance(
  run: Run,
  instance: InstanceRecord,
  state: Exclude<InstanceState, 'running'>,
  comment = '',
  answers = true,
): Promise<void> {
  instance.state = state
  instance.endTime = run.now
  run.instances.touch(instance)
  run.states.push({ instance, from: 'running', to: state })
  clear(run, instance, state === 'withdrawn' ? 'withdrawn' : 'cancelled')
  log(run, instance, 'end', { comment, data: { state } })
  if (instance.parentId === null) {
    tell(run, 'instanceEnded', { instance }, [user(instance.starterId)], `instanceEnded:${instance.id}`)
  }
  await endChildren(run, instance)
  if (instance.scope === '') {
    const { process } = await compiledOf(run, instance)
    const place = { id: '', name: process.displayName, properties: {} }
    await intercept(run, instance, place, names(process.postInterceptors), null)
  }
  if (answers) await tellParent(run, instance)
}

/** Terminates what an instance called; of one token when it is named. */
export async function endChildren(run: Run, instance: InstanceRecord, tokenId?: number): Promise<void> {
  for (const child of [...run.instances.all.values()]) {
    const called = child.parentId === instance.id && child.state === 'running'
    if (!called || (tokenId !== undefined && child.parentTokenId !== tokenId)) continue
    await endInstance(run, child, 'terminated', '', false)
  }
}

function clear(run: Run, instance: InstanceRecord, result: 'withdrawn' | 'cancelled'): void {
  for (const task of run.tasks.all.values()) {
    if (task.instanceId !== instance.id) continue
    if (task.state === 'open') closeTask(run, task, result, null)
    if (task.tokenId !== null) {
      task.tokenId = null
      run.tasks.touch(task)
    }
  }
  for (const token of tokensOf(run, instance)) run.tokens.remove(token)
  for (const timer of run.timers.all.values()) {
    if (timer.instanceId === instance.id) run.timers.remove(timer)
  }
}

async function tellParent(run: Run, child: InstanceRecord): Promise<void> {
  const parent = run.instances.all.get(child.parentId ?? 0)
  const token = run.tokens.all.get(child.parentTokenId ?? 0)
  if (parent === undefined || token === undefined || parent.state !== 'running') return
  const step = await stepOf(run, parent, token.node)
  const back = names(fieldOf(step, 'outVars')).filter((name) => Object.hasOwn(child.variables, name))
  setVariables(run, parent, {
    ...Object.fromEntries(back.map((name) => [name, child.variables[name]])),
    [`childState_${step.id}`]: child.state,
  })
  log(run, parent, 'child', { node: step.id, data: { instanceId: child.id, state: child.state } })
  const goesOn = child.state === 'approved' || fieldOf(step, 'subFailPolicy') === 'continue'
  if (!goesOn) {
    await endInstance(run, parent, 'rejected')
    return
  }
  const { round } = token
  await leave(run, { instance: parent, step, token, round, source: run.source, crossed: true })
}

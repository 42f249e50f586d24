import { candidates, isChoosable } from './chosen.ts'
import type { Command } from './commands.ts'
import { isAidant, type Scope, type Step } from './compile.ts'
import { isVote } from './complete.ts'
import { mayAct, openTaskAt, rootInstance } from './guards.ts'
import { blankInstance } from './instances.ts'
import { withoutOwn } from './ownDecision.ts'
import type { Ports } from './ports.ts'
import type { InstanceRecord, TaskRecord } from './records.ts'
import { taskNotFound } from './refusals.ts'
import { cameFrom, hasCrossed, returnable } from './returns.ts'
import { openRun, type Run, scopeOf, tokensOf } from './run.ts'

/** What a person may do to a task at this moment, and what they may say with it. */
export interface Possible {
  actions: Command['kind'][]
  /** nodes the task may be returned to, the latest first */
  returnable: { node: string; name: string }[]
  /** whether a task that came back may go straight to the node that returned it */
  direct: boolean
  /** later nodes whose people are chosen now, with who may be */
  choosable: Choosable[]
}

export interface Choosable {
  node: string
  name: string
  candidates: number[]
}

/** What `by` may do to an open task; nothing where they may not act. Throws TASK_NOT_FOUND, TASK_CLOSED. Workflow §3.5. */
export async function possible(ports: Ports, taskId: number, by: number): Promise<Possible> {
  const rootId = await ports.store.rootOf({ taskId })
  const world = rootId === null ? null : await ports.store.load(rootId)
  if (world === null) throw taskNotFound()
  const run = openRun(ports, by, world)
  const { task, instance, token } = await openTaskAt(run, taskId)
  const nothing: Possible = { actions: [], returnable: [], direct: false, choosable: [] }
  const identity = await ports.people.identity(by)
  const held = task.claimedBy !== null && task.claimedBy !== by
  if (held && identity?.all === true) return { ...nothing, actions: ['release'] }
  if (held || !mayAct(identity, task)) return nothing
  if (task.ownerId !== null) return { ...nothing, actions: ['agree', 'disagree', 'assist', 'copy'] }
  const offered = (actions: Possible['actions']) => withoutOwn(run, { task, instance, token }, actions)
  if (token === null)
    return { ...nothing, actions: await offered(['agree', 'disagree', ...claiming(task), 'assist', 'copy']) }
  const scope = await scopeOf(run, instance)
  const back = await returnable(run, task, instance)
  const previous = !hasCrossed(task) && (await cameFrom(run, task)) !== null
  const first = (await scopeOf(run, rootInstance(run))).firstTask
  const starts = instance.parentId === null && first?.id === task.node
  const returned = isVote(task) || task.mode === 'EXTRA' ? undefined : token.data.returned
  const actions: Command['kind'][] = [
    'agree',
    isVote(task) ? 'disagree' : 'reject',
    ...claiming(task),
    ...(previous ? (['returnPrevious'] as const) : []),
    ...(first !== null && !starts ? (['returnStarter'] as const) : []),
    ...(back.length > 0 ? (['returnTo'] as const) : []),
    ...(returned !== undefined && by === instance.starterId ? (['resubmit'] as const) : []),
    ...(tokensOf(run, instance).length === 1 ? (['jump'] as const) : []),
    'transfer',
    'delegate',
    'addSigner',
    'removeSigner',
    'assist',
    'copy',
  ]
  return {
    actions: await offered(actions),
    returnable: back.map(({ node, name }) => ({ node, name })),
    direct: returned?.direct === true,
    choosable: await choosable(run, instance, scope, task.node),
  }
}

/** Nodes whose people the starter of a definition chooses, before there is an instance. Workflow §3.3 no. 1. */
export async function choosableAtStart(ports: Ports, definitionId: number, by: number): Promise<Choosable[]> {
  const run = openRun(ports, by, { rootId: 0, instances: [], tokens: [], tasks: [], timers: [] })
  const told = {
    scope: '',
    title: '',
    starterId: by,
    variables: {},
    businessType: '',
    businessId: null,
    source: null,
  }
  const instance = blankInstance(await ports.definition(definitionId), told, 0, run)
  const scope = await scopeOf(run, instance)
  return choosable(run, instance, scope, scope.start.id)
}

function claiming({ claimedBy, actors }: TaskRecord): ('claim' | 'release')[] {
  if (claimedBy !== null) return ['release']
  const alone = actors.length === 1 && actors[0]?.kind === 'user'
  return alone ? [] : ['claim']
}

async function choosable(
  run: Run,
  instance: InstanceRecord,
  scope: Scope,
  from: string,
): Promise<Choosable[]> {
  const found: Choosable[] = []
  for (const step of after(scope, from)) {
    if (step.type !== 'task' || !isChoosable(step)) continue
    const people = await candidates(run, instance, step)
    if (people.length > 0) found.push({ node: step.id, name: step.name, candidates: people })
  }
  return found
}

/** What may still be reached from a node, the nearest first. */
function after(scope: Scope, from: string): Step[] {
  const found = new Set<Step>()
  const next = (step: Step | undefined) => {
    if (step === undefined || isAidant(step)) return
    for (const { to } of step.out) {
      const target = scope.steps.get(to)
      if (target !== undefined) found.add(target)
    }
  }
  next(scope.steps.get(from))
  for (const step of found) next(step)
  return [...found]
}

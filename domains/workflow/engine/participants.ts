import type { EmptyActorPolicy, SameActorPolicy } from '../model/types.ts'
import { chosenFor } from './chosen.ts'
import { fieldOf, type Step, textOf } from './compile.ts'
import { call } from './handlers.ts'
import type { Actor, InstanceRecord, TaskRecord } from './records.ts'
import { noActor } from './refusals.ts'
import { type Run, scopeOf, user } from './run.ts'
import { actorsOf, resolve, unique } from './tokens.ts'

/** Whom a task waits for: these; anyone with an identity; or nobody, so that it passes by itself. */
export type Found = { who: 'these'; actors: Actor[] } | { who: 'anyone' } | { who: 'nobody' }

/** The assignee that means the person who started the process. */
const APPLICANT = 'applicant'

export function isApplicants(step: Step): boolean {
  return textOf(step, 'assignee') === APPLICANT
}

/**
 * Who takes part in a task: chosen people, else its assignee, else its participant rule; then the rules for nobody and
 * for the same person again. `voters` asks for single people. Throws NO_ACTOR. Workflow §3.3.
 */
export async function participants(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  voters: boolean,
): Promise<Found> {
  const { people } = run.ports
  const named = await people.present(await namedFor(run, instance, step))
  const actors = voters ? (await people.members(named)).map(user) : named
  if (actors.length === 0) return nobodyFound(run, step)
  const left = isApplicants(step) ? actors : await withoutRepeated(run, instance, step, actors)
  return left.length === 0 ? { who: 'nobody' } : { who: 'these', actors: left }
}

/** People with those beside them to whom they gave their work. Workflow §3.5 委托. */
export async function withDelegates(
  run: Run,
  processName: string,
  actors: readonly Actor[],
): Promise<Actor[]> {
  const added: Actor[] = []
  for (const actor of actors) {
    if (actor.kind !== 'user') continue
    const delegate = await run.ports.people.delegateOf(Number(actor.id), processName, run.now)
    if (delegate !== null) added.push(user(delegate))
  }
  return unique([...actors, ...added])
}

async function namedFor(run: Run, instance: InstanceRecord, step: Step): Promise<Actor[]> {
  const chosen = chosenFor(instance, step.id)
  if (chosen.length > 0) return chosen.map(user)
  const assignee = textOf(step, 'assignee')
  if (assignee !== '') return resolve(run, instance, step, assignee)
  const rule = textOf(step, 'assignmentHandler')
  if (rule === '') return []
  return unique(await actorsOf(run, instance, await call(run, 'assignment', rule, step, instance)))
}

async function nobodyFound(run: Run, step: Step): Promise<Found> {
  const own = fieldOf(step, 'emptyActorPolicy')
  const policy: EmptyActorPolicy =
    own === 'error' || own === 'admin' || own === 'autoPass' || own === 'anyone'
      ? own
      : run.ports.options.emptyActorPolicy
  if (policy === 'anyone') return { who: 'anyone' }
  if (policy === 'autoPass') return { who: 'nobody' }
  const admins = policy === 'admin' ? await run.ports.people.admins() : []
  if (admins.length === 0) throw noActor(step.name)
  return { who: 'these', actors: admins }
}

/** Participants who need not be asked: the starter, or who approved before. A group stays while anybody else is in it. */
async function withoutRepeated(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  actors: Actor[],
): Promise<Actor[]> {
  const own = fieldOf(step, 'sameActorPolicy')
  const policy: SameActorPolicy =
    own === 'none' || own === 'skipStarter' || own === 'skipApproved'
      ? own
      : run.ports.options.sameActorPolicy
  if (policy === 'none') return actors
  const repeated = policy === 'skipStarter' ? new Set([instance.starterId]) : await approvers(run, instance)
  const left: Actor[] = []
  for (const actor of actors) {
    const members = actor.kind === 'user' ? [Number(actor.id)] : await run.ports.people.members([actor])
    if (members.some((member) => !repeated.has(member))) left.push(actor)
  }
  return left
}

/** Who approved a step of the instance since work was last handed back; handing in as the starter is no approval. */
async function approvers(run: Run, instance: InstanceRecord): Promise<Set<number>> {
  const scope = await scopeOf(run, instance)
  const found = new Set<number>()
  for (const task of await history(run, instance)) {
    if (task.result === 'returned' || task.result === 'jumped') found.clear()
    const step = scope.steps.get(task.node)
    const approval = task.result === 'agree' && step !== undefined && !isApplicants(step)
    if (approval && task.doneBy !== null) found.add(task.doneBy)
  }
  return found
}

/** Done tasks of an instance, those of this command last. */
async function history(run: Run, instance: InstanceRecord): Promise<TaskRecord[]> {
  const stored = await run.ports.store.doneTasks(instance.id)
  const here = [...run.tasks.all.values()].filter(
    (task) => task.instanceId === instance.id && task.state === 'done',
  )
  return [...stored.filter((task) => !run.tasks.all.has(task.id)), ...here]
}

import type { Db } from '#kit/server/database.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { candidates, isChoosable } from '../engine/chosen.ts'
import { isAidant, type Scope, type Step } from '../engine/compile.ts'
import { isVote } from '../engine/complete.ts'
import { mayAct } from '../engine/guards.ts'
import { withoutOwn } from '../engine/ownDecision.ts'
import type { InstanceRecord, TaskRecord, TokenRecord } from '../engine/records.ts'
import { cameFrom, hasCrossed, returnable } from '../engine/returns.ts'
import { type Run, scopeOf, tasksOf } from '../engine/run.ts'
import { modeOf } from '../engine/tasks.ts'
import { staffNames } from '../store/names.server.ts'
import type { SIGNER_PLACES, taskCalls } from './task.calls.ts'
import { TASK_ACTIONS, type TaskAction } from './task.entity.ts'

type Info = OutOf<(typeof taskCalls)['info']>
type Place = (typeof SIGNER_PLACES)[number]['value']

/** What needs a reason. Workflow §4. */
const NEEDS_COMMENT: ReadonlySet<TaskAction> = new Set([
  'reject',
  'returnPrevious',
  'returnStarter',
  'returnTo',
])

/** A task as somebody looks at it, with what the engine knows around it. */
export interface Looked {
  db: Db
  run: Run
  task: TaskRecord
  instance: InstanceRecord
  step: Step | undefined
  token: TokenRecord | null
  /** who looks */
  adminId: number
}

/** Whether the person could work on the open task now. */
async function isMine({ run, task, instance, adminId }: Looked): Promise<boolean> {
  if (task.state !== 'open' || instance.state !== 'running') return false
  if (task.claimedBy !== null && task.claimedBy !== adminId) return false
  return mayAct(await run.ports.people.identity(adminId), task)
}

/** Everything a person may do now with a task, as the buttons of its page. Workflow §3.5. */
export async function allowedActions(looked: Looked): Promise<Info['actions']> {
  const found = new Set<TaskAction>()
  const { run, task, instance, adminId } = looked
  const isRunning = instance.state === 'running'
  const { token } = looked
  const own = (await isMine(looked)) ? await ownActions(looked) : []
  for (const action of await withoutOwn(run, { task, instance, token }, own)) found.add(action)
  const isStarter = instance.starterId === adminId
  if (isRunning && isStarter && task.state === 'open') found.add('urge')
  if (isRunning && isStarter && instance.parentId === null) found.add('withdraw')
  const tookPart = isStarter || task.doneBy === adminId || found.has('agree') || found.has('resubmit')
  if (isRunning && tookPart) found.add('copy')
  if (isPulledBack(looked)) found.add('pullBack')
  const identity = await run.ports.people.identity(adminId)
  if (task.state === 'open' && task.claimedBy !== null && identity?.all) found.add('release')
  // The first task has nobody to return to: its starter hands in.
  const handsIn = isStarter && !found.has('returnStarter')
  return TASK_ACTIONS.filter(({ value }) => found.has(value)).map(({ value, label }) => ({
    action: value,
    label: labelOf(value, label, looked, handsIn),
    commentRequired: NEEDS_COMMENT.has(value),
  }))
}

function labelOf(action: TaskAction, label: string, { task }: Looked, handsIn: boolean): string {
  if (action !== 'agree') return label
  if (task.ownerId !== null || task.kind === 'Aidant') return '提交意见'
  return handsIn && !isVote(task) ? '提交' : label
}

async function ownActions(looked: Looked): Promise<TaskAction[]> {
  const { run, task, instance, token, adminId } = looked
  const claims: TaskAction[] = task.claimedBy === adminId ? ['release'] : isForSeveral(task) ? ['claim'] : []
  if (task.ownerId !== null) return ['agree', 'disagree', ...claims]
  if (task.kind === 'Aidant') return ['agree', ...claims]
  const others: TaskAction[] = ['transfer', 'delegate', 'addSigner', 'assist', ...claims]
  if (removableIds(looked).length > 0) others.push('removeSigner')
  const isReturned = token?.data.returned !== undefined && task.mode === 'ANY'
  if (isReturned && instance.starterId === adminId) return ['resubmit', ...others]
  const scope = await scopeOf(run, instance)
  const isFirst = instance.parentId === null && scope.firstTask?.id === task.node
  if (isVote(task)) others.push('disagree')
  else if (!isFirst || instance.starterId !== adminId) others.push('reject')
  if (!isFirst) others.push('returnStarter')
  const back = await returnable(run, task, instance)
  if (back.length > 0) others.push('returnTo')
  if (!hasCrossed(task) && (await cameFrom(run, task)) !== null) others.push('returnPrevious')
  return ['agree', ...others]
}

const isForSeveral = (task: TaskRecord): boolean =>
  !isVote(task) && (task.actors.length !== 1 || task.actors[0]?.kind !== 'user')

/** Whether what a done task set going is still untouched. Workflow §3.5 撤回. */
function isPulledBack({ run, task, instance, token, adminId }: Looked): boolean {
  if (task.state !== 'done' || task.doneBy !== adminId || instance.state !== 'running') return false
  if (task.kind === 'Aidant' || task.mode === 'EXTRA') return false
  const made = [...run.tasks.all.values()].filter((one) => one.sourceTaskId === task.id)
  const isUntouched = made.every((one) => one.state === 'open' && one.claimedBy === null)
  if (isVote(task)) {
    const voted = task.result === 'agree' || task.result === 'disagree'
    return voted && token !== null && isUntouched && (task.mode === 'PARALLEL' || made.length > 0)
  }
  const tokens = [...run.tokens.all.values()].filter(({ data }) => data.source === task.id)
  const areAllThere = tokens.length > 0 && tokens.length === task.data.engine?.made
  return (
    task.result === 'agree' && areAllThere && isUntouched && tokens.every(({ node }) => node !== task.node)
  )
}

/** Where 加签 may put somebody. */
export function signerPlaces(task: TaskRecord): Place[] {
  return isVote(task) ? ['vote'] : ['any', 'before', 'after']
}

/** Whom 减签 may take away: voters who have not voted, other candidates; never the last. */
function removableIds({ run, task, token, adminId }: Looked): number[] {
  if (isVote(task) && token !== null) {
    const voted = new Set(
      tasksOf(run, token)
        .filter((one) => one.state === 'done' && one.result !== 'cancelled')
        .map((one) => one.loop),
    )
    const left = (token.data.members ?? []).filter((member) => !voted.has(member.loop))
    return left.length < 2 ? [] : left.map((member) => member.id).filter((id) => id !== adminId && id !== 0)
  }
  const users = task.actors.filter((actor) => actor.kind === 'user').map((actor) => Number(actor.id))
  return task.actors.length < 2 ? [] : users.filter((id) => id !== adminId)
}

export async function removable(looked: Looked): Promise<Info['removable']> {
  const ids = removableIds(looked)
  const names = await staffNames(looked.db, ids)
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** The nodes 退回至 may lead to, the latest first. */
export async function returnableNodes({ db, run, task, instance }: Looked): Promise<Info['returnable']> {
  const done = await returnable(run, task, instance)
  const names = await staffNames(
    db,
    done.map((one) => one.doneBy),
  )
  return done.map((one) => ({
    node: one.node,
    name: one.name,
    people: one.doneBy === null ? [] : [names.get(one.doneBy) ?? ''],
  }))
}

/** Steps that can be reached from one, in the order of the drawing's ways. */
function after(scope: Scope, from: Step): Step[] {
  const found = new Map<string, Step>()
  const waiting = [from]
  for (const step of waiting)
    for (const way of step.out) {
      const next = scope.steps.get(way.to)
      if (next === undefined || found.has(next.id)) continue
      found.set(next.id, next)
      waiting.push(next)
    }
  found.delete(from.id)
  return [...found.values()]
}

/** Later nodes whose people the person may choose, with those who may be chosen. Workflow §3.3. */
export async function choosableNodes({ db, run, instance, step }: Looked): Promise<Info['choosable']> {
  if (step === undefined) return []
  const scope = await scopeOf(run, instance)
  const found: Info['choosable'] = []
  for (const later of after(scope, step)) {
    if (later.type !== 'task' || isAidant(later) || !isChoosable(later)) continue
    const ids = await candidates(run, instance, later)
    const names = await staffNames(db, ids)
    found.push({
      node: later.id,
      name: later.name,
      many: modeOf(later) !== 'ANY',
      candidates: ids.map((id) => ({ id, name: names.get(id) ?? '' })),
    })
  }
  return found
}

import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { findBinding } from '../binding/binding.ts'
import { definitionById } from '../definition/compiled.server.ts'
import { textOf } from '../engine/compile.ts'
import { isVote } from '../engine/complete.ts'
import type { TaskRecord } from '../engine/records.ts'
import { instanceNotFound, taskNotFound } from '../engine/refusals.ts'
import { headsOf, secondsOrNull } from '../instance/head.server.ts'
import { attachedTo, countersignOf } from '../instance/history.server.ts'
import { lookAt } from '../store/look.server.ts'
import { ANYONE_NAME, actorKey, actorNames, staffNames } from '../store/names.server.ts'
import {
  allowedActions,
  choosableNodes,
  type Looked,
  removable,
  returnableNodes,
  signerPlaces,
} from './allowed.server.ts'
import { hiddenFrom } from './hiddenFields.server.ts'
import { fieldsOf, isPage, pageOf, rightsOf, shownVariables, stepNamed } from './node.rules.ts'
import { phrasesOf } from './phrase.server.ts'
import { seenTask } from './see.server.ts'
import type { taskCalls } from './task.calls.ts'
import { visibleTo } from './visible.server.ts'

type Info = OutOf<(typeof taskCalls)['info']>

/** Everything the page of a task shows. 404 for whoever may not see it. Workflow §4. */
export async function taskInfo(db: Db, who: Who, id: number): Promise<Info> {
  const looked = await lookAtTask(db, who, id)
  const { task, instance, step } = looked
  const [head] = await headsOf(db, [await instanceRow(db, instance.id)])
  if (head === undefined) throw instanceNotFound()
  const actions = await allowedActions(looked)
  const mayActOn = actions.some(({ action }) => action === 'agree' || action === 'resubmit')
  // What their own node hides from a person they do not read at the node of somebody else either.
  const rights = { ...(step === undefined ? {} : rightsOf(step)), ...(await hiddenFrom(db, who, instance)) }
  const own = step === undefined ? [] : fieldsOf(step)
  const variables = visibleTo(db, who, head.businessType, instance.variables)
  return {
    instance: head,
    task: await shownTask(db, task),
    actions,
    form: formOf(looked, head.businessUrl),
    fields: own
      .filter(({ name }) => rights[name] !== 'hidden' && (name in variables || !(name in instance.variables)))
      .map((field) => ({
        ...field,
        right: rights[field.name] === 'read' || !mayActOn ? 'read' : 'edit',
        value: variables[field.name] ?? null,
      })),
    fieldRights: rights,
    variables: shownVariables(variables, rights),
    returnable: actions.some(({ action }) => action === 'returnTo') ? await returnableNodes(looked) : [],
    choosable: mayActOn ? await choosableNodes(looked) : [],
    countersign: await countersignNow(looked),
    places: actions.some(({ action }) => action === 'addSigner') ? signerPlaces(task) : [],
    removable: actions.some(({ action }) => action === 'removeSigner') ? await removable(looked) : [],
    resubmitModes: resubmitModes(looked, actions),
    phrases: mayActOn ? await phrasesOf(db, who.adminId) : [],
  }
}

async function lookAtTask(db: Db, who: Who, id: number): Promise<Looked> {
  const run = await lookAt(db, who.adminId, await seenTask(db, who, id))
  const task = run.tasks.all.get(id) ?? (await run.ports.store.task(id))
  if (task === null) throw taskNotFound()
  // What an ended instance was is read from its row.
  const { overdue, ...row } = await instanceRow(db, task.instanceId)
  const instance = run.instances.all.get(row.id) ?? { ...row, overdue: overdue === 1 }
  return {
    db,
    run,
    task,
    instance,
    step: stepNamed(await definitionById(db, task.definitionId), task.node),
    token: run.tokens.all.get(task.tokenId ?? 0) ?? null,
    adminId: who.adminId,
  }
}

function instanceRow(db: Db, id: number) {
  return db.selectFrom('processInstance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function shownTask(db: Db, task: TaskRecord): Promise<Info['task']> {
  const { version } = await db
    .selectFrom('processTask')
    .select('version')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const names = await staffNames(db, [task.claimedBy, task.doneBy, task.ownerId])
  const actors = await actorNames(db, task.actors)
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
  return {
    id: task.id,
    version,
    node: task.node,
    name: task.name,
    kind: task.kind,
    mode: task.mode,
    state: task.state,
    result: task.result,
    actors:
      task.actors.length === 0 && task.result !== 'auto'
        ? [ANYONE_NAME]
        : task.actors.map((actor) => actors.get(actorKey(actor)) ?? ''),
    claimedBy: person(task.claimedBy),
    doneBy: person(task.doneBy),
    owner: person(task.ownerId),
    comment: task.comment,
    ...attachedTo(task.data),
    createTime: toSeconds(task.createTime),
    endTime: secondsOrNull(task.endTime),
    deadline: secondsOrNull(task.deadline),
    overdue: task.overdue || (task.state === 'open' && task.deadline !== null && task.deadline < new Date()),
  }
}

/** The page or form of the node, else the page of the document. */
function formOf({ step, instance }: Looked, businessUrl: string): Info['form'] {
  const form = step === undefined ? '' : textOf(step, 'form')
  if (form !== '' && !isPage(form)) return { kind: 'form', value: form }
  const page = form === '' ? businessUrl : pageOf(form, instance.businessId)
  return page === '' ? { kind: 'none', value: '' } : { kind: 'page', value: page }
}

async function countersignNow({ db, run, task, token }: Looked): Promise<Info['countersign']> {
  if (!isVote(task)) return null
  const round =
    token === null
      ? (await run.ports.store.doneTasks(task.instanceId, task.node)).filter(
          (one) => one.round === task.round,
        )
      : [...run.tasks.all.values()].filter((one) => one.tokenId === token.id)
  const users = round.flatMap((one) => one.actors.filter(({ kind }) => kind === 'user'))
  const names = await staffNames(db, [
    ...round.map((one) => one.doneBy),
    ...users.map(({ id }) => Number(id)),
    ...(token?.data.members ?? []).map(({ id }) => id),
  ])
  return countersignOf(token, round, names)
}

function resubmitModes({ token }: Looked, actions: Info['actions']): string[] {
  if (!actions.some(({ action }) => action === 'resubmit')) return []
  return token?.data.returned?.direct === true ? ['step', 'direct'] : ['step']
}

/** The names of variables that came with a document of this type. */
export function documentFields(db: Db, businessType: string): string[] {
  return findBinding(db, businessType)?.fields.map((field) => field.name) ?? []
}

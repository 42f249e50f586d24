import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { definitionById } from '../definition/compiled.server.ts'
import type { Compiled, Scope } from '../engine/compile.ts'
import type { Actor, LogKind, LogRecord, TaskRecord, TokenRecord } from '../engine/records.ts'
import type { Process } from '../model/types.ts'
import { ANYONE_NAME, actorKey, actorNames, PRODUCT_NAME, staffNames } from '../store/names.server.ts'
import { stepNamed } from '../task/node.rules.ts'
import { TASK_RESULTS } from '../task/task.entity.ts'
import { headsOf, type InstanceRow, secondsOrNull } from './head.server.ts'
import type { Countersign, PersonName, Trace, TracedNode, TraceRecord } from './instance.calls.ts'
import { INSTANCE_STATES } from './instance.entity.ts'

/** A task with whom it waits or waited for. */
export type TaskWithActors = TaskRecord & { actors: Actor[] }

/** All tasks of an instance, oldest first. */
export async function tasksOf(db: Db, instanceId: number): Promise<TaskWithActors[]> {
  const rows = await db
    .selectFrom('processTask')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .orderBy('createTime')
    .orderBy('id')
    .execute()
  const actors = await db
    .selectFrom('processTaskActor')
    .innerJoin('processTask', 'processTask.id', 'processTaskActor.taskId')
    .select(['processTaskActor.taskId', 'processTaskActor.kind', 'processTaskActor.actorId'])
    .where('processTask.instanceId', '=', instanceId)
    .orderBy('processTaskActor.time')
    .execute()
  const byTask = Map.groupBy(actors, (row) => row.taskId)
  return rows.map(({ overdue, version: _version, ...row }) => ({
    ...row,
    overdue: overdue === 1,
    actors: (byTask.get(row.id) ?? []).flatMap(({ kind, actorId }) =>
      kind === 'any' ? [] : [{ kind, id: actorId }],
    ),
  }))
}

export async function tokensOf(db: Db, instanceId: number): Promise<TokenRecord[]> {
  return db
    .selectFrom('processToken')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .orderBy('arrival')
    .execute()
}

// ---- the drawing

/** What of the drawing was passed and where the instance stands: taken from what was logged, never worked out anew. */
export function highlightOf(
  logs: readonly LogRecord[],
  tasks: readonly TaskRecord[],
  tokens: readonly TokenRecord[],
): Trace['highlight'] {
  const active = new Set([
    ...tasks.filter((task) => task.state === 'open').map((task) => task.node),
    ...tokens.map((token) => token.node),
  ])
  const history = new Set<string>()
  const edges = new Set<string>()
  for (const { kind, node, edge } of logs) {
    if (kind === 'take') edges.add(edge)
    else if (kind === 'enter' || kind === 'leave') history.add(node)
  }
  return {
    historyNodeNames: [...history].filter((node) => !active.has(node)),
    activeNodeNames: [...active],
    historyEdgeNames: [...edges],
  }
}

/** The drawing an instance runs: all of it, or the inside of its inline sub-process. */
export function drawingOf(compiled: Compiled, scopeId: string): Process {
  const { process } = compiled
  const scope = compiled.scopes.get(scopeId)
  if (scopeId === '' || scope === undefined) return process
  // What lies in a sub-process of its own inside belongs to the drawing too.
  const inside = new Set(scope.steps.keys())
  for (const [id, other] of compiled.scopes)
    if (id !== '' && inside.has(id)) for (const step of other.steps.keys()) inside.add(step)
  const { nodes, edges, displayName, ...values } = process
  return {
    ...values,
    displayName: stepNamed(compiled, scopeId)?.name ?? displayName,
    nodes: nodes.filter((node) => inside.has(node.id)),
    edges: edges.filter((edge) => inside.has(edge.sourceNodeId) && inside.has(edge.targetNodeId)),
  }
}

const RESULT_LABELS = new Map<string, string>(TASK_RESULTS.map((one) => [one.value, one.label]))
const STATE_LABELS = new Map<string, string>(INSTANCE_STATES.map((one) => [one.value, one.label]))

/** How far the votes of a round are; null where nobody votes. */
export function countersignOf(
  token: TokenRecord | null,
  round: readonly TaskRecord[],
  names: ReadonlyMap<number, string>,
): Countersign | null {
  const votes = round.filter((task) => task.mode === 'PARALLEL' || task.mode === 'SEQUENTIAL')
  const [first] = votes
  if (first === undefined) return null
  const person = (id: number): PersonName => ({ id, name: id === 0 ? ANYONE_NAME : (names.get(id) ?? '') })
  const asked = (loop: number) => votes.findLast((task) => task.loop === loop)
  // After the round nobody keeps who was never asked.
  const members =
    token?.data.members ??
    [...new Set(votes.map((task) => task.loop))]
      .sort((a, b) => a - b)
      .map((loop) => {
        const vote = asked(loop)
        const user = vote?.actors.find((actor) => actor.kind === 'user')
        return { loop, id: vote?.doneBy ?? Number(user?.id ?? 0) }
      })
  const counted = votes.filter((task) => ['agree', 'disagree', 'auto'].includes(task.result ?? ''))
  const disagreed = counted.filter((task) => task.result === 'disagree').length
  return {
    total: members.length,
    done: counted.length,
    agreed: counted.length - disagreed,
    disagreed,
    mode: first.mode,
    members: members.map(({ loop, id }) => {
      const vote = asked(loop)
      const open = vote?.state === 'open'
      return { person: person(vote?.doneBy ?? id), result: vote?.result ?? null, open }
    }),
  }
}

/** Nodes with what people did there, in the order they were reached. */
async function tracedNodes(
  db: Db,
  scope: Scope | undefined,
  tasks: readonly TaskWithActors[],
  tokens: readonly TokenRecord[],
  highlight: Trace['highlight'],
): Promise<TracedNode[]> {
  const actors = await actorNames(
    db,
    tasks.flatMap((task) => task.actors),
  )
  const names = await staffNames(db, [
    ...tasks.map((task) => task.doneBy),
    ...tasks.flatMap((task) => task.actors.filter((one) => one.kind === 'user').map((one) => Number(one.id))),
    ...tokens.flatMap((token) => (token.data.members ?? []).map((member) => member.id)),
  ])
  const byNode = Map.groupBy(tasks, (task) => task.node)
  const active = new Set(highlight.activeNodeNames)
  return [...new Set([...highlight.historyNodeNames, ...active])].map((node) => {
    const own = byNode.get(node) ?? []
    const token = tokens.find((one) => one.node === node) ?? null
    const last = own.findLast((task) => task.mode === 'PARALLEL' || task.mode === 'SEQUENTIAL')
    const round = own.filter((task) => task.round === last?.round)
    return {
      node,
      name: scope?.steps.get(node)?.name ?? node,
      state: active.has(node) ? 'active' : 'history',
      people: own.flatMap((task) => {
        const staff = (adminId: number) => ({ adminId, name: names.get(adminId) ?? '' })
        const asked =
          task.actors.length === 0
            ? [{ adminId: null, name: ANYONE_NAME }]
            : task.actors.map((actor) => ({
                adminId: actor.kind === 'user' ? Number(actor.id) : null,
                name: actors.get(actorKey(actor)) ?? '',
              }))
        const waiting = task.claimedBy === null ? asked : [staff(task.claimedBy)]
        const done =
          task.doneBy === null
            ? task.result === 'auto'
              ? [{ adminId: null, name: PRODUCT_NAME }]
              : waiting
            : [staff(task.doneBy)]
        return (task.state === 'open' ? waiting : done).map((who) => ({
          taskId: task.id,
          ...who,
          result: task.result,
          label: task.state === 'open' ? '待处理' : (RESULT_LABELS.get(task.result ?? '') ?? ''),
          startTime: toSeconds(task.createTime),
          endTime: secondsOrNull(task.endTime),
          comment: task.comment,
        }))
      }),
      countersign: countersignOf(token, round, names),
    }
  })
}

// ---- the timeline

const SILENT: ReadonlySet<LogKind> = new Set(['enter', 'leave', 'take', 'taskMade'])

const KIND_LABELS: Readonly<Partial<Record<LogKind, string>>> = {
  start: '发起',
  claim: '签收',
  release: '取消签收',
  transfer: '转办',
  delegate: '委派',
  delegateDone: '委派处理完成',
  addSigner: '加签',
  removeSigner: '减签',
  assist: '协办',
  copy: '抄送',
  urge: '催办',
  return: '退回',
  resubmit: '重新提交',
  jump: '跳转',
  pullBack: '撤回',
  action: '自动节点执行',
  child: '子流程',
  overdue: '已超时',
  remind: '提醒',
  incident: '异常',
  end: '结束',
}

const logData = z.looseObject({
  result: z.string().optional().catch(undefined),
  state: z.string().optional().catch(undefined),
  to: z.number().optional().catch(undefined),
  admins: z.array(z.number()).optional().catch(undefined),
  own: z.boolean().optional().catch(undefined),
})
const taskData = z.looseObject({
  attachments: z.array(z.object({ name: z.string(), url: z.string() })).catch([]),
  signature: z.string().catch(''),
})

/** What somebody attached to a task. */
export function attachedTo(data: unknown): {
  attachments: { name: string; url: string }[]
  signature: string
} {
  const { attachments, signature } = taskData.parse({ attachments: [], signature: '', ...Object(data) })
  return { attachments, signature }
}

function labelOf(log: LogRecord, data: z.infer<typeof logData>): string {
  if (log.kind === 'taskDone')
    return `${RESULT_LABELS.get(data.result ?? '') ?? '处理'}${data.own === true ? '（自审）' : ''}`
  const label = KIND_LABELS[log.kind] ?? log.kind
  const state = STATE_LABELS.get(data.state ?? '')
  if (log.kind === 'end' && state !== undefined) return state
  if (log.kind === 'child' && state !== undefined)
    return data.state === 'running' ? '子流程开始' : `子流程${state}`
  return label
}

/** The lines of a timeline in the words people read, oldest first. */
export async function recordsOf(
  db: Db,
  scope: Scope | undefined,
  logs: readonly LogRecord[],
  tasks: readonly TaskWithActors[],
): Promise<TraceRecord[]> {
  const told = logs.filter((log) => !SILENT.has(log.kind))
  const parsed = told.map((log) => ({ log, data: logData.parse(log.data) }))
  const othersOf = ({ to, admins }: z.infer<typeof logData>): number[] => [
    ...(to === undefined ? [] : [to]),
    ...(admins ?? []),
  ]
  const names = await staffNames(db, [
    ...told.map((log) => log.adminId),
    ...parsed.flatMap(({ data }) => othersOf(data)),
  ])
  const person = (id: number): PersonName => ({ id, name: names.get(id) ?? '' })
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return parsed.map(({ log, data }) => {
    const task = byId.get(log.taskId ?? 0)
    const done = log.kind === 'taskDone' ? task : undefined
    return {
      id: log.id,
      time: toSeconds(log.time),
      kind: log.kind,
      label: labelOf(log, data),
      node: log.node,
      nodeName: scope?.steps.get(log.node)?.name ?? log.node,
      taskId: log.taskId,
      person: person(log.adminId),
      others: othersOf(data).map(person),
      comment: log.comment,
      result: data.result ?? null,
      ...attachedTo(done?.data),
      duration:
        done?.endTime == null
          ? null
          : Math.round((done.endTime.getTime() - done.createTime.getTime()) / 1000),
    }
  })
}

export async function logsOf(db: Db, instanceId: number): Promise<LogRecord[]> {
  return db
    .selectFrom('processLog')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .orderBy('time')
    .orderBy('id')
    .execute()
}

/** Everything the trace shows of one instance. Workflow §4. */
async function traceOf(db: Db, row: InstanceRow): Promise<Trace> {
  const [head] = await headsOf(db, [row])
  if (head === undefined) throw new Error(`Instance ${row.id} has no head`)
  const compiled = await definitionById(db, row.definitionId)
  const scope = compiled.scopes.get(row.scope)
  const [tasks, tokens, logs] = await Promise.all([
    tasksOf(db, row.id),
    tokensOf(db, row.id),
    logsOf(db, row.id),
  ])
  const highlight = highlightOf(logs, tasks, tokens)
  return {
    ...head,
    process: drawingOf(compiled, row.scope),
    highlight,
    nodes: await tracedNodes(db, scope, tasks, tokens, highlight),
    records: await recordsOf(db, scope, logs, tasks),
  }
}

/** An instance and all it called, parents before their children. */
export async function familyOf(db: Db, id: number): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`with recursive "family" as (
      select "id", "rootId" from "processInstance" where "id" = ${id}
      union all select c."id", c."rootId" from "family" f
        join "processInstance" c on c."rootId" = f."rootId" and c."parentId" = f."id")
    select i.* from "family" join "processInstance" i using ("id") order by i."depth", i."createTime", i."id"`.execute(
    db,
  )
  return rows
}

/** The traces of a family, in its order. */
export async function tracesOf(db: Db, family: readonly InstanceRow[]): Promise<Trace[]> {
  const traces: Trace[] = []
  for (const row of family) traces.push(await traceOf(db, row))
  return traces
}

/** The newest process of a document; null when it never had one. */
export async function newestOf(db: Db, businessType: string, businessId: number): Promise<number | null> {
  const row = await db
    .selectFrom('processInstance')
    .select('id')
    .where('businessType', '=', businessType)
    .where('businessId', '=', businessId)
    .where('parentId', 'is', null)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

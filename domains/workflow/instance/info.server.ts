import type { Db } from '#kit/server/database.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { definitionById } from '../definition/compiled.server.ts'
import { instanceNotFound } from '../engine/refusals.ts'
import { readOnOpening } from '../task/copy.server.ts'
import { hiddenFrom } from '../task/hiddenFields.server.ts'
import { shownVariables } from '../task/node.rules.ts'
import { seenInstance } from '../task/see.server.ts'
import { visibleTo } from '../task/visible.server.ts'
import { headsOf, type InstanceRow } from './head.server.ts'
import { familyOf, logsOf, newestOf, recordsOf, tasksOf, tokensOf, tracesOf } from './history.server.ts'
import { instanceCalls as calls } from './instance.calls.ts'

type Info = OutOf<typeof calls.info>

/** An instance with its variables, children and log. 404 for whoever may not see it. */
export async function instanceInfo(db: Db, who: Who, id: number): Promise<Info> {
  await seenInstance(db, who, id)
  const [row, ...below] = await familyOf(db, id)
  if (row === undefined) throw instanceNotFound()
  await readOnOpening(
    db,
    who,
    [row, ...below].map((one) => one.id),
  )
  const [[head], children, logs, tasks] = await Promise.all([
    headsOf(db, [row]),
    headsOf(db, below),
    logsOf(db, id),
    tasksOf(db, id),
  ])
  if (head === undefined) throw instanceNotFound()
  const { scopes } = await definitionById(db, row.definitionId)
  return {
    instance: head,
    variables: shownVariables(
      visibleTo(db, who, row.businessType, row.variables),
      await hiddenFrom(db, who, row),
    ),
    children,
    log: await recordsOf(db, scopes.get(row.scope), logs, tasks),
    actions: actionsOn(who, row),
    jumpable: await jumpableNodes(db, who, row),
  }
}

/** What the person may do with an instance as a whole. */
function actionsOn(who: Who, { state, starterId, parentId }: InstanceRow): string[] {
  if (state !== 'running') return []
  const isStarter = starterId === who.adminId
  return [
    ...(isStarter ? ['urge'] : []),
    'copy',
    ...((isStarter || who.all) && parentId === null ? ['withdraw'] : []),
    ...(may(who, calls.terminate.permission) ? ['terminate'] : []),
    ...(may(who, calls.jump.permission) ? ['jump'] : []),
  ]
}

/** Where a jump may lead: any task or end of the same graph, while only one token is there. Workflow §3.5. */
async function jumpableNodes(db: Db, who: Who, row: InstanceRow): Promise<Info['jumpable']> {
  if (row.state !== 'running' || !may(who, calls.jump.permission)) return []
  const [token, ...others] = await tokensOf(db, row.id)
  if (token === undefined || others.length > 0) return []
  const { scopes } = await definitionById(db, row.definitionId)
  return [...(scopes.get(row.scope)?.steps.values() ?? [])]
    .filter((step) => (step.type === 'task' || step.type === 'end') && step.id !== token.node)
    .map((step) => ({ node: step.id, name: step.name }))
}

/** The trace of an instance, or of the newest one of a document, with all it called. Workflow §4. */
export async function instanceTrace(
  db: Db,
  who: Who,
  { id, businessType, businessId }: { id: number | null; businessType: string; businessId: number | null },
): Promise<OutOf<typeof calls.trace>> {
  const asked = id ?? (await ofDocument(db, businessType, businessId))
  await seenInstance(db, who, asked)
  const family = await familyOf(db, asked)
  await readOnOpening(
    db,
    who,
    family.map((row) => row.id),
  )
  const instances = await tracesOf(db, family)
  const [root] = family
  return { instances, history: root === undefined ? [] : await ofSameDocument(db, root) }
}

async function ofDocument(db: Db, businessType: string, businessId: number | null): Promise<number> {
  if (businessType === '' || businessId === null) throw refuse('请选择流程实例或单据', 'id')
  const newest = await newestOf(db, businessType, businessId)
  if (newest === null) throw instanceNotFound()
  return newest
}

async function ofSameDocument(
  db: Db,
  { businessType, businessId }: InstanceRow,
): Promise<OutOf<typeof calls.trace>['history']> {
  if (businessId === null) return []
  const rows = await db
    .selectFrom('processInstance')
    .select(['id', 'number', 'state', 'createTime'])
    .where('businessType', '=', businessType)
    .where('businessId', '=', businessId)
    .where('parentId', 'is', null)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, createTime: toSeconds(row.createTime) }))
}

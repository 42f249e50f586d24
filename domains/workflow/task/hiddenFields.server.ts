import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { may, type Who } from '#kit/server/who.ts'
import { definitionById } from '../definition/compiled.server.ts'
import { ADMINISTRATE } from '../monitor/monitor.calls.ts'
import { type Right, rightsOf, stepNamed } from './node.rules.ts'
import { identityOfWho, isActor } from './see.server.ts'

interface Instance {
  rootId: number
  starterId: number
}

/**
 * The fields of a process that the nodes of a person hide from them, wherever they look at it: what another of their nodes
 * lets them read or edit is not among them, and nothing is hidden from the starter and from who looks after processes.
 * Workflow §4.
 */
export async function hiddenFrom(
  db: Db,
  who: Who,
  { rootId, starterId }: Instance,
): Promise<Record<string, Right>> {
  if (starterId === who.adminId || may(who, ADMINISTRATE)) return {}
  const identity = await identityOfWho(db, who)
  const { rows } = await sql<{
    node: string
    definitionId: number
  }>`select distinct t."node", i."definitionId"
    from "processInstance" i join "processTask" t on t."instanceId" = i."id"
    where i."rootId" = ${rootId} and (t."doneBy" = ${who.adminId} or exists (select from "processTaskActor" a
      where a."taskId" = t."id" and (a."kind" = 'user' and a."actorId" = ${String(who.adminId)}
        or a."open" = 1 and ${isActor(identity)})))`.execute(db)
  const hidden: Record<string, Right> = {}
  const shown = new Set<string>()
  for (const { node, definitionId } of rows) {
    const step = stepNamed(await definitionById(db, definitionId), node)
    for (const [name, right] of Object.entries(step === undefined ? {} : rightsOf(step)))
      if (right === 'hidden') hidden[name] = 'hidden'
      else shown.add(name)
  }
  return Object.fromEntries(Object.entries(hidden).filter(([name]) => !shown.has(name)))
}

import { sql } from 'kysely'
import type { Handover } from '#domains/access/access.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeOperLog } from '#kit/server/log.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { actorOf, inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { messageOf } from '../store/failure.server.ts'
import { runCommand } from '../store/run.server.ts'
import { monitorCalls } from './monitor.calls.ts'

interface Held {
  taskId: number
  title: string
}

/** Open tasks that wait for somebody by name, those of one root instance after the other, as they are locked. */
async function heldBy(
  db: Db,
  adminId: number,
  narrowed: { processName?: string; taskIds?: readonly number[] } = {},
): Promise<Held[]> {
  const { processName = '', taskIds = [] } = narrowed
  const { rows } = await sql<Held>`select t."id" as "taskId", concat_ws(' ', i."number", i."title") as "title"
    from "processTaskActor" a join "processTask" t on t."id" = a."taskId"
    join "processInstance" i on i."id" = t."instanceId"
    where a."kind" = 'user' and a."actorId" = ${String(adminId)} and a."open" = 1
      and (${processName} = '' or t."processName" = ${processName})
      and (${taskIds.length} = 0 or t."id" = any(${sql.val([...taskIds])}::int[]))
    order by t."rootId", t."id"`.execute(db)
  return rows
}

/** Gives open tasks of one person to another, each in a transaction of its own. Workflow §4 (leaver). */
export async function transferMany(
  db: Db,
  who: Who,
  input: InOf<typeof monitorCalls.transferMany>,
  request: CallRequest,
): Promise<OutOf<typeof monitorCalls.transferMany>> {
  const { fromId, toId, comment } = input
  if (fromId === toId) throw refuse('接收人不能是转出人本人', 'toId')
  const result: OutOf<typeof monitorCalls.transferMany> = { moved: 0, failed: [] }
  for (const { taskId, title } of await heldBy(db, fromId, input)) {
    const startTime = Date.now()
    try {
      await inTransaction(db, who, async (tx) => {
        await runCommand(tx, { kind: 'handOver', by: who.adminId, taskId, from: fromId, to: toId, comment })
        await writeOperLog(
          tx,
          monitorCalls.transferMany,
          { taskId, fromId, toId, comment },
          request,
          startTime,
        )
      })
      result.moved += 1
    } catch (thrown) {
      const { message } = await messageOf(db, thrown, request, who, monitorCalls.transferMany.path)
      result.failed.push({ taskId, title, message })
    }
  }
  return result
}

/** 待办 of somebody who leaves. Doors §3 declareHandover. */
export const processTasks: Handover = {
  label: '待办',
  async count(db, adminId) {
    return (await heldBy(db, adminId)).length
  },
  async move(tx: Tx, from, to) {
    const held = await heldBy(tx, from)
    const by = actorOf(tx).adminId
    for (const { taskId } of held) await runCommand(tx, { kind: 'handOver', by, taskId, from, to })
    return held.length
  },
}

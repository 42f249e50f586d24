import type { Db, Tx } from '#kit/server/database.ts'
import { writeOperLog } from '#kit/server/log.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { definitionById } from '../definition/compiled.server.ts'
import { taskNotFound } from '../engine/refusals.ts'
import { messageOf } from '../store/failure.server.ts'
import { actOn } from './act.server.ts'
import { hasOwnForm, stepNamed } from './node.rules.ts'
import { taskCalls } from './task.calls.ts'

type Line = OutOf<typeof taskCalls.agreeMany>['results'][number]

/** Agrees to one after the other, each in a transaction of its own, and answers what came of each. Workflow §4. */
export async function agreeMany(
  db: Db,
  who: Who,
  input: InOf<typeof taskCalls.agreeMany>,
  request: CallRequest,
): Promise<{ results: Line[] }> {
  const results: Line[] = []
  for (const id of input.ids) {
    const startTime = Date.now()
    const line = { id, title: await titleOf(db, id) }
    try {
      await inTransaction(db, who, async (tx) => {
        await demandPlain(tx, id)
        await actOn(tx, who, { id }, { kind: 'agree', by: who.adminId, taskId: id, comment: input.comment })
        await writeOperLog(tx, taskCalls.agreeMany, { id, comment: input.comment }, request, startTime)
      })
      results.push({ ...line, done: true, message: '' })
    } catch (thrown) {
      const { code, message } = await messageOf(db, thrown, request, who, taskCalls.agreeMany.path)
      // What a person may not see has no title either.
      results.push({ ...line, title: code === 404 ? '' : line.title, done: false, message })
    }
  }
  return { results }
}

/** 422 for a node somebody has to fill something in at. */
async function demandPlain(tx: Tx, id: number): Promise<void> {
  const task = await tx
    .selectFrom('processTask')
    .select(['definitionId', 'node'])
    .where('id', '=', id)
    .executeTakeFirst()
  const step = task && stepNamed(await definitionById(tx, task.definitionId), task.node)
  if (step === undefined) throw taskNotFound()
  if (hasOwnForm(step)) throw refuse('该任务需要填写表单，请单独处理')
}

async function titleOf(db: Db, id: number): Promise<string> {
  const row = await db
    .selectFrom('processTask')
    .innerJoin('processInstance', 'processInstance.id', 'processTask.instanceId')
    .select(['processInstance.number', 'processInstance.title'])
    .where('processTask.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? '' : `${row.number} ${row.title}`.trim()
}

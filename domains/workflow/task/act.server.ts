import type { Tx } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { findBinding } from '../binding/binding.ts'
import { definitionById } from '../definition/compiled.server.ts'
import type { Command, Outcome, Said } from '../engine/commands.ts'
import { taskNotFound } from '../engine/refusals.ts'
import { runCommand } from '../store/run.server.ts'
import { lockRoot } from '../store/store.server.ts'
import { documentFields } from './info.server.ts'
import { forgetCount } from './list.server.ts'
import { refusedValue, rightsOf, stepNamed } from './node.rules.ts'
import type { said } from './said.ts'
import { seenTask } from './see.server.ts'

export type SaidInput = RowOf<typeof said>

/** What somebody said, as the engine takes it. */
export function saidOf({ comment, variables, attachments, signature, chosen }: SaidInput): Said {
  return {
    comment,
    variables,
    chosen,
    data: {
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(signature === '' ? {} : { signature }),
    },
  }
}

export function demandComment(comment: string): void {
  if (comment === '') throw refuse('请输入审批意见', 'comment')
}

/** A command on a task by whoever may see it; 404 for others, 409 when it was changed since it was read. */
export async function actOn(
  tx: Tx,
  who: Who,
  { id, version }: { id: number; version?: number | null },
  command: Command & { taskId: number },
): Promise<Outcome> {
  await seenTask(tx, who, id)
  const expected = version == null ? undefined : { taskId: id, version }
  const outcome = await runCommand(tx, command, { expected })
  forgetCount(tx, who.adminId)
  return outcome
}

/**
 * The same for a decision: the values it submits are checked against the rights of the node first, and those of the
 * document's own fields are written to the document. 422 at `variables` for a field the node does not let anybody set.
 */
export async function decideOn(
  tx: Tx,
  who: Who,
  which: { id: number; version?: number | null },
  input: SaidInput,
  command: Command & { taskId: number },
): Promise<Outcome> {
  const rootId = await seenTask(tx, who, which.id)
  if (Object.keys(input.variables).length > 0) {
    await lockRoot(tx, rootId)
    await takeValues(tx, which.id, input.variables)
  }
  return actOn(tx, who, which, command)
}

async function takeValues(tx: Tx, taskId: number, values: SaidInput['variables']): Promise<void> {
  const task = await tx
    .selectFrom('processTask')
    .innerJoin('processInstance', 'processInstance.id', 'processTask.instanceId')
    .select(['processTask.definitionId', 'processTask.node', 'processTask.state'])
    .select(['processInstance.businessType', 'processInstance.businessId'])
    .where('processTask.id', '=', taskId)
    .executeTakeFirst()
  const step = task && stepNamed(await definitionById(tx, task.definitionId), task.node)
  if (task === undefined || step === undefined) throw taskNotFound()
  const refused = refusedValue(step, values, documentFields(tx, task.businessType))
  if (refused !== null) throw refuse(`字段「${refused}」在当前节点不可编辑`, 'variables')
  if (task.businessId === null || task.state !== 'open') return
  const { editable } = findBinding(tx, task.businessType) ?? {}
  const rights = rightsOf(step)
  const ofDocument = Object.entries(values).filter(
    ([name]) => rights[name] === 'edit' && editable?.fields.some((field) => field.name === name),
  )
  if (ofDocument.length > 0) await editable?.save(tx, task.businessId, Object.fromEntries(ofDocument))
}

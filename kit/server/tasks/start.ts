import { AppError } from '#kit/shared/errors.ts'
import { fileTask } from '#kit/shared/fileTask.entity.ts'
import type { Db, Tx } from '../database.ts'
import type { ExportDefinition, ImportDefinition, PackDefinition, TaskDefinition } from '../fileTask.ts'
import { nextNumber } from '../number.ts'
import { insertRow } from '../rows.ts'
import { notice } from '../transaction.ts'
import { demand, type Who } from '../who.ts'
import { taskLimits } from './limits.ts'
import './tables.ts'

/** Topic of the notice that wakes the workers. */
export const TASKS_TOPIC = 'work:task'

export interface StartedTask {
  taskId: number
  taskNo: string
}

const KIND = { import: 1, export: 2 } as const
const kindOf = (definition: TaskDefinition): 1 | 2 | 3 | 4 =>
  definition.kind === 'pack' ? definition.taskKind : KIND[definition.kind]

interface Given {
  params?: Record<string, unknown>
  fileName?: string
  sourceFile?: string
  fileSize?: number
  sha256?: string
  dryRun?: 0 | 1
  skipBad?: 0 | 1
}

/** Puts a task into the queue within the caller's transaction. Platform §10. */
async function queueTask(
  tx: Tx,
  who: Who,
  definition: TaskDefinition,
  taskNo: string,
  given: Given,
): Promise<StartedTask> {
  demand(who, definition.permission)
  const row = await insertRow(tx, fileTask, {
    taskNo,
    kind: kindOf(definition),
    bizType: definition.bizType,
    bizName: definition.title,
    scopeAdminId: who.adminId,
    ...given,
  })
  notice(tx, { topic: TASKS_TOPIC })
  notice(tx, { topic: `task:${row.id}`, adminId: who.adminId, id: row.id })
  return { taskId: row.id, taskNo }
}

/** The next number of a task, which also names its files. */
export function nextTaskNo(db: Db): Promise<string> {
  return nextNumber(db, 'WJ')
}

/** Starts a pack that works on a stored file, in the caller's transaction. */
export function startBatch(
  tx: Tx,
  who: Who,
  definition: PackDefinition,
  taskNo: string,
  given: Given,
): Promise<StartedTask> {
  return queueTask(tx, who, definition, taskNo, given)
}

/** Starts an export or a pack in the caller's transaction. 403; 422 over export_max_rows. */
export async function startTask(
  tx: Tx,
  who: Who,
  definition: ExportDefinition | PackDefinition,
  params: Record<string, unknown>,
): Promise<StartedTask> {
  demand(who, definition.permission)
  if (definition.kind === 'export') {
    const { exportMaxRows } = await taskLimits(tx)
    if ((await definition.count(tx, who, params)) > exportMaxRows)
      throw new AppError(422, `导出数据超过${exportMaxRows}条，请缩小筛选范围`)
  }
  return queueTask(tx, who, definition, await nextTaskNo(tx), { params })
}

/** Starts the import of a stored sheet in the caller's transaction. */
export function startImport(
  tx: Tx,
  who: Who,
  definition: ImportDefinition,
  taskNo: string,
  given: Given,
): Promise<StartedTask> {
  return queueTask(tx, who, definition, taskNo, given)
}

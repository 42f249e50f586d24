import type { Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, readRow } from '#kit/server/rows.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import type { StartedTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { refuseGone } from '../user/living.rules.ts'
import { user } from '../user/user.entity.ts'
import { dataPack } from './dataFile.server.ts'
import type { eraseCalls } from './userErase.document.ts'
import { userExport } from './userExport.entity.ts'
import { EXPORT_PREFIX, startFile } from './userExport.server.ts'

/** Starts the file with all that is kept of one consumer; logged and guarded like every file with full values. Members §10.4. */
export async function startData(
  tx: Tx,
  who: Who,
  { uid, reason }: InOf<typeof eraseCalls.data>,
  { ip }: Pick<CallRequest, 'ip'>,
): Promise<StartedTask> {
  refuseGone(await readRow(tx, who, user, uid))
  const exportNo = await nextNumber(tx, EXPORT_PREFIX)
  const row = await insertRow(
    tx,
    userExport,
    {
      exportNo,
      what: '个人数据',
      adminId: who.adminId,
      filters: { uid },
      isFull: 1,
      reason,
      rows: 0,
      ip,
      auditStatus: 1,
    },
    { anyScope: true },
  )
  const taskId = await startFile(tx, row, dataPack)
  const { taskNo } = await tx
    .selectFrom('fileTask')
    .select('taskNo')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  return { taskId, taskNo }
}

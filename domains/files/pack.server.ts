import { z } from 'zod'
import type { Tx } from '#kit/server/database.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { type StartedTask, startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { selectFiles } from './selection.ts'
import { writeZip } from './zip.ts'

const chosen = z.object({ ids: z.array(z.number()), taskIds: z.array(z.number()) })

/** Many files in one zip, made by a worker. Platform §10. */
export const zipPack: PackDefinition = {
  kind: 'pack',
  taskKind: 3,
  bizType: 'zip',
  title: '文件打包',
  permission: 'login',
  extension: 'zip',
  async write(db, who, params, target, progress) {
    const { parts } = await selectFiles(db, who, chosen.parse(params))
    await writeZip(target, parts, (count) => progress(count, parts.length))
  },
}

export async function startPack(tx: Tx, who: Who, input: z.infer<typeof chosen>): Promise<StartedTask> {
  await selectFiles(tx, who, input)
  return startTask(tx, who, zipPack, { ...input })
}

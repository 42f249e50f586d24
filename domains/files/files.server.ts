import { fileURLToPath } from 'node:url'
import { declareWatch } from '#kit/server/home.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { recoverTasks } from '#kit/server/tasks/lease.ts'
import { FAILED } from '#kit/shared/fileTask.entity.ts'
import { attachmentInfo } from './attachment.calls.ts'
import { attachment } from './attachment.entity.ts'
import { attachmentServed, collectAttachments, readable } from './attachment.server.ts'
import { downloadServed } from './download.server.ts'
import { filesRoutes } from './files.routes.ts'
import { filesFacts } from './files.shared.ts'
import { filesGround } from './files.storage.ts'
import './files.tables.ts'
import { picturesIn, usesOfAttachments } from './files.uses.ts'
import { zipPack } from './pack.server.ts'
import { arePlansDue, planServed, runPlans } from './plan.server.ts'
import { areExpired, expireTasks, failedImports, taskServed } from './task.server.ts'

/** The server side of the room files. */
export const filesRoom: RoomServer = {
  facts: filesFacts,
  migrations: fileURLToPath(new URL('migrations', import.meta.url)),
  served: [...attachmentServed, ...taskServed, ...planServed, ...downloadServed],
  tasks: [zipPack],
  jobs: [
    {
      name: 'files.file.lease',
      title: '文件任务租约',
      cron: '*/30 * * * * *',
      timeoutSec: 60,
      light: true,
      run: (db) => recoverTasks(db),
    },
    {
      name: 'files.file.expire',
      title: '清理过期文件任务',
      cron: '0 5 * * * *',
      due: areExpired,
      run: (db, _params, signal) => expireTasks(db, signal),
    },
    {
      name: 'files.export.plan',
      title: '定时导出',
      cron: '0 * * * * *',
      timeoutSec: 300,
      due: arePlansDue,
      run: runPlans,
    },
    {
      name: 'files.attachment.gc',
      title: '清理已删除素材',
      cron: '0 10 3 * * *',
      timeoutSec: 3600,
      async run(db, _params, signal) {
        return (await collectAttachments(db, signal)) + (await filesGround(db).storage.sweep())
      },
    },
  ],
  registers: [
    declareUse(attachment.name, usesOfAttachments),
    // Private ones are their owner's alone, which the search does not ask.
    declareRecord({
      of: attachment,
      read: attachmentInfo,
      page: '/imageManagement/info/{id}',
      unsearched: true,
      readBy: readable,
    }),
    declareUse('category', picturesIn),
    declareWatch('failedTasks', {
      label: '我没有成功的导入',
      to: `/file/uploadFile?status=${FAILED}`,
      count: (db, who) => failedImports(db, who.adminId),
    }),
  ],
  routes: filesRoutes,
}

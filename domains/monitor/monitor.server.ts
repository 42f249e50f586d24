import './monitor.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareStep, declareWatch, hasRows } from '#kit/server/home.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { onRunFailed } from '#kit/server/schedule.ts'
import { backupCalls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'
import { backupJobs, scheduleBackup, servedBackup } from './backup.server.ts'
import { servedCache } from './cache.server.ts'
import { jobTasks, servedJobs } from './job.server.ts'
import { logCalls } from './log.calls.ts'
import { logTasks, openErrors, servedLog } from './log.server.ts'
import { monitorFacts } from './monitor.shared.ts'
import { onlineTasks, servedOnline } from './online.server.ts'
import { retentionJob } from './retention.server.ts'
import { sealJob } from './seal.server.ts'
import { diskJob, watchFailures, watchScenes } from './watch.server.ts'

export const monitorRoom: RoomServer = {
  facts: monitorFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [...servedLog, ...servedBackup, ...servedJobs, ...servedOnline, ...servedCache],
  tasks: [...logTasks, ...jobTasks, ...onlineTasks],
  jobs: [retentionJob, sealJob, diskJob, ...backupJobs],
  registers: [
    declareWatch('openErrors', {
      label: '未处理的系统异常',
      to: '/systemLog?tab=error',
      permission: logCalls.errorList.permission,
      count: openErrors,
    }),
    declareStep(
      'backup',
      hasRows(backup, {
        label: '备份数据并校验',
        hint: '系统监控 / 数据备份',
        to: '/systemMonitoring/backup',
        permission: backupCalls.create.permission,
      }),
    ),
    ...watchScenes,
    onRunFailed(watchFailures),
  ],
  seed: (tx, context) => scheduleBackup(tx, context.settings.backupCron),
}

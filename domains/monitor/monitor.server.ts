import './monitor.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { onRunFailed } from '#kit/server/schedule.ts'
import { backupJobs, scheduleBackup, servedBackup } from './backup.server.ts'
import { servedCache } from './cache.server.ts'
import { jobTasks, servedJobs } from './job.server.ts'
import { logTasks, servedLog } from './log.server.ts'
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
  registers: [...watchScenes, onRunFailed(watchFailures)],
  seed: (tx, context) => scheduleBackup(tx, context.settings.backupCron),
}

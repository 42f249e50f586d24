import './monitor.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { backupJobs, scheduleBackup, servedBackup } from './backup.server.ts'
import { measureLoop, servedCache } from './cache.server.ts'
import { jobTasks, servedJobs } from './job.server.ts'
import { logTasks, servedLog } from './log.server.ts'
import { monitorFacts } from './monitor.shared.ts'
import { onlineTasks, servedOnline } from './online.server.ts'
import { retentionJob } from './retention.server.ts'
import { sealJob } from './seal.server.ts'
import { keepStart } from './start.server.ts'
import { diskJob, watchJobs } from './watch.server.ts'

export const monitorRoom: RoomServer = {
  facts: monitorFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [...servedLog, ...servedBackup, ...servedJobs, ...servedOnline, ...servedCache],
  tasks: [...logTasks, ...jobTasks, ...onlineTasks],
  jobs: [retentionJob, sealJob, diskJob, ...backupJobs],
  register(context) {
    keepStart(context)
    measureLoop()
    watchJobs()
  },
  seed: (tx, context) => scheduleBackup(tx, context.settings.backupCron),
}

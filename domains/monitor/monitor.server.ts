import './monitor.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { backupJobs, scheduleBackup, servedBackup, useStart } from './backup.server.ts'
import { jobTasks, servedJobs } from './job.server.ts'
import { logTasks, servedLog } from './log.server.ts'
import { monitorFacts } from './monitor.shared.ts'
import { onlineTasks, servedOnline } from './online.server.ts'
import { retentionJob } from './retention.server.ts'

export const monitorRoom: RoomServer = {
  facts: monitorFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [...servedLog, ...servedBackup, ...servedJobs, ...servedOnline],
  tasks: [...logTasks, ...jobTasks, ...onlineTasks],
  jobs: [retentionJob, ...backupJobs],
  register: useStart,
  seed: (tx, context) => scheduleBackup(tx, context.settings.backupCron),
}

// A worker process: file tasks, jobs and the outbox. Started by the server, which hands it the database's address.
import { startLive } from '#kit/server/live.ts'
import { watchLoop } from '#kit/server/loopDelay.ts'
import { drainMetrics } from '#kit/server/metrics.ts'
import { prepareNothing } from '#kit/server/prepared.ts'
import { loadSecrets } from '#kit/server/secrets.ts'
import { readSettings } from '#kit/server/settings.ts'
import { runWorker } from '#kit/server/worker.ts'
import { openHouse, openReplicaOf } from './house.ts'

const CONNECTIONS = 8
const TELL_MS = 5000
const LOOK_MS = 1000

const settings = readSettings(process.env)
const url = process.env.TS_WORKER_DATABASE_URL ?? settings.databaseUrl
if (url === undefined) throw new Error('A worker needs the address of a database')
prepareNothing()
const house = openHouse(url, settings, await loadSecrets(settings.dataDir, settings), CONNECTIONS)
const live = await startLive(url, house.db)
const replica = openReplicaOf(house, CONNECTIONS)
const worker = runWorker(house.context)
watchLoop()

const tell = (): void => void (process.connected && process.send?.(drainMetrics()))
setInterval(tell, TELL_MS).unref()

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await worker.stop()
  tell()
  await live.stop()
  await replica?.close()
  await house.pool.end()
  process.exit(0)
}
if (settings.workerIdle > 0)
  setInterval(() => {
    if (worker.restMs() > settings.workerIdle * 1000) void stop()
  }, LOOK_MS).unref()
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The server went away without a word: nobody would ever stop this process.
process.once('disconnect', () => void stop())

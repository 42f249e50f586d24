// A thread beside a worker: ends the process when its server is gone. The worker itself may be starting or busy with one
// long calculation, and would hear of it only afterwards.
import process from 'node:process'
import { workerData } from 'node:worker_threads'
import { isAlive } from '#kit/server/postgres/process.ts'

const LOOK_MS = 100
/** Time to give back what it has under way; together with a look at most 2 s. */
const GRACE_MS = 600

const server = Number(workerData)
const looking = setInterval(() => {
  if (process.ppid === server && isAlive(server)) return
  clearInterval(looking)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS)
}, LOOK_MS)

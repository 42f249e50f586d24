import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Wakeable } from '#kit/server/clock.ts'
import { addMetrics, drained } from '#kit/server/metrics.ts'
import type { Settings } from '#kit/server/settings.ts'
import heap from '../scripts/heap.json' with { type: 'json' }
import { ROWS_ARE_YOUNG } from './v8.ts'

/** The first file of a worker process: by it one is told from other processes. */
export const WORKER_ENTRY = fileURLToPath(new URL('workerStart.ts', import.meta.url))
const RESTART_MS = 1000
/** A third of the processor where both want it: behind, but never starved. */
const NICE = 5
/** The whole stop takes 25 s at most; the database has to end after the workers. Platform §14.5. */
const STOP_MS = 20_000
// Without a limit the collector lets the garbage of an import or export pile up to several times what is in use. Not
// `--optimize-for-size`, which took half of the time of an import: at rest there is no worker.
const HEAP = [
  `--max-semi-space-size=${heap.worker.semiSpaceMb}`,
  `--max-old-space-size=${heap.worker.oldSpaceMb}`,
  '--expose-gc',
  ROWS_ARE_YOUNG,
]

export interface Workers extends Wakeable {
  /** asks them to finish their batch and waits; ends them when they do not, or at once when the signal comes */
  stop(hurry: AbortSignal): Promise<void>
}

/**
 * The worker processes: imports, exports and jobs run there and never slow an answer. They are started when there is work and
 * end when there has been none for a while, or stand by from the start where they never end. Architecture §4, decision 0099.
 */
export function startWorkers(
  databaseUrl: string,
  settings: Settings,
  onBreakdown: (worker: string) => Promise<unknown>,
): Workers {
  let stopping = false
  /** those that run, and those that are replaced in a moment */
  let taken = 0
  const children = new Set<ChildProcess>()
  const launch = (): void => {
    if (stopping || taken >= settings.workers) return
    taken += 1
    const name = randomUUID()
    const child = spawn(process.execPath, [...HEAP, WORKER_ENTRY], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        TS_WORKER_DATABASE_URL: databaseUrl,
        TS_WORKER_SERVER: String(process.pid),
        TS_WORKER_NAME: name,
      },
    })
    children.add(child)
    // Whoever waits for an answer goes before what runs by itself.
    if (child.pid !== undefined) setPriority(child.pid, NICE)
    // It has no address of its own: what it counted is printed here.
    child.on('message', (message) => addMetrics(drained.parse(message)))
    child.on('exit', (code) => {
      children.delete(child)
      if (stopping) return
      // Told before the next one looks for work; with the database away their leases run out.
      const told = code === 0 ? Promise.resolve() : onBreakdown(name).catch(() => undefined)
      const replace = (): void => {
        taken -= 1
        if (settings.workerIdle === 0) launch()
      }
      const isAtRest = code === 0 && settings.workerIdle > 0
      void told.then(() => setTimeout(replace, isAtRest ? 0 : RESTART_MS).unref())
    })
  }
  const wake = (): void => {
    while (!stopping && taken < settings.workers) launch()
  }
  if (settings.workerIdle === 0) wake()
  return {
    wake,
    isAwake: () => taken >= settings.workers,
    async stop(hurry) {
      stopping = true
      await Promise.all([...children].map((child) => stopOne(child, hurry)))
    },
  }
}

function stopOne(child: ChildProcess, hurry: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const kill = (): void => void child.kill('SIGKILL')
    const force = setTimeout(kill, STOP_MS)
    hurry.addEventListener('abort', kill)
    child.once('exit', () => {
      clearTimeout(force)
      hurry.removeEventListener('abort', kill)
      resolve()
    })
    if (hurry.aborted) kill()
    else child.kill('SIGTERM')
  })
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { freeSpace } from '#kit/server/disk.ts'
import type { RoomContext } from '#kit/server/room.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { toSeconds } from '#kit/shared/time.ts'
import type { cacheCalls } from './cache.calls.ts'

type Info = OutOf<typeof cacheCalls.info>

const NS_PER_MS = 1e6
const MINUTE_MS = 60_000
const SAMPLES = 60

const used = () => ({ cpu: process.cpuUsage(), time: performance.now() })

const loop = monitorEventLoopDelay({ resolution: 20 })
let asked = used()
let sampled = used()
let samples: Info['history'] = []

/** Percent of one core between two measurements. */
function cpuBetween(before: ReturnType<typeof used>, now: ReturnType<typeof used>): number {
  const spent = now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system
  return Math.round(spent / Math.max(1, now.time - before.time)) / 10
}

/** ms: 99 of 100 turns of the event loop came no later since the last sample. */
const delayNow = (): number => Math.round(loop.percentile(99) / NS_PER_MS) || 0

/** What the process takes now; of the processor since the last time somebody asked. */
export async function processFigures({ settings, version }: RoomContext): Promise<Info['process']> {
  const { rss, heapUsed } = process.memoryUsage()
  const disk = await freeSpace(settings.dataDir)
  const now = used()
  const cpu = cpuBetween(asked, now)
  asked = now
  return {
    version,
    node: process.version,
    pid: process.pid,
    uptime: Math.round(process.uptime()),
    memory: rss,
    heap: heapUsed,
    delay: delayNow(),
    cpu,
    diskFree: disk.bytes,
    diskShare: disk.share,
  }
}

/** What the process took in each minute of the last hour, the oldest first. */
export const lastHour = (): Info['history'] => samples

/** Keeps what the process takes now, and has taken since the last sample. */
export function takeSample(): void {
  const now = used()
  const sample = {
    time: toSeconds(new Date()),
    cpu: cpuBetween(sampled, now),
    memory: process.memoryUsage.rss(),
    delay: delayNow(),
  }
  sampled = now
  loop.reset()
  samples = [...samples.slice(1 - SAMPLES), sample]
}

/** Begins to measure this process, once a minute. */
export function measureProcess(): void {
  loop.enable()
  setInterval(takeSample, MINUTE_MS).unref()
}

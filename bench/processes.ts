import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { WORKER_ENTRY } from '#app/workers.ts'
import heap from '../scripts/heap.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Program {
  child: ChildProcess
  stop(): Promise<void>
}

/** The product, which gets as much memory as under `npm start`. */
export const SERVER = 'scripts/start.ts'
const ROOM = `--max-semi-space-size=${heap.server.semiSpaceMb} --max-old-space-size=${heap.server.oldSpaceMb} --expose-gc`

/** Starts a script of the project with this Node and ends it with SIGTERM. */
export function startProgram(script: string, env: Record<string, string>): Program {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...(script === SERVER ? { NODE_OPTIONS: ROOM } : {}), ...env },
  })
  return {
    child,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Asks an address until it answers 200; milliseconds it took. */
export async function untilReady(address: string, patienceMs = 60_000): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < patienceMs) {
    const ok = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return performance.now() - start
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
  throw new Error(`${address} did not answer within ${patienceMs} ms`)
}

/** The highest resident memory in MB of a process and its children so far (Linux; 0 elsewhere). */
export const peakMegabytes = (pid: number): Promise<number> => statusMegabytes(pid, 'VmHWM')

/** Lets the highest resident memory of a process begin anew, so that it tells of what is done from now on. */
export async function forgetPeak(pid: number): Promise<void> {
  // 5: the highest mark starts anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
}

/** How many MB of memory a process takes while something is done, beyond what it had before (Linux; 0 elsewhere). */
export async function growth(pid: number, work: () => Promise<void>): Promise<number> {
  await forgetPeak(pid)
  const before = await statusMegabytes(pid, 'VmRSS')
  await work()
  return Math.max(0, (await peakMegabytes(pid)) - before)
}

async function statusMegabytes(pid: number, name: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** The worker processes a server has started (Linux; none elsewhere). */
export async function workersOf(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(fields[1]) !== pid) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.split('\0').includes(WORKER_ENTRY)) found.push(Number(name))
  }
  return found
}

import { readdir, readFile } from 'node:fs/promises'
import { LIST } from './lists.ts'
import { load } from './load.ts'
import { SERVER, startProgram, untilReady } from './processes.ts'
import { atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const FAR = LIST.replace('page=1', 'page=50')
const SETTLE_MS = 60_000
const LOAD_S = 60
const CONNECTIONS = 64
const LOOK_MS = 1000

/** Pss of a process and all below it, in MB: server, worker and the product's own database (Linux; 0 elsewhere). */
async function megabytes(root: number): Promise<number> {
  const below = new Map<number, number[]>()
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    below.set(parent, [...(below.get(parent) ?? []), Number(name)])
  }
  const all = [root]
  for (const pid of all) all.push(...(below.get(pid) ?? []))
  const sizes = all.map(async (pid) => {
    const map = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+)/m.exec(map)?.[1] ?? 0) / 1024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Memory of the whole product at rest, at 64 connections and a minute after. Architecture §9. */
export async function memory(
  settings: Record<string, string>,
  { base, token }: Pick<Bench, 'base' | 'token'>,
): Promise<Figure[]> {
  const server = startProgram(SERVER, settings)
  try {
    await untilReady(`${base}/readyz`)
    const { pid = 0 } = server.child
    await pause(SETTLE_MS)
    const idle = await megabytes(pid)
    let highest = 0
    let loading = true
    const looking = (async () => {
      while (loading) {
        highest = Math.max(highest, await megabytes(pid))
        await pause(LOOK_MS)
      }
    })()
    for (const path of [LIST, FAR]) await load(base + path, { 'x-token': token }, LOAD_S / 2, CONNECTIONS)
    loading = false
    await looking
    await pause(SETTLE_MS)
    return [
      atMost('memory at rest', idle, 250, 'MB'),
      atMost(`memory at ${CONNECTIONS} connections`, highest, 450, 'MB'),
      atMost('memory a minute after', (await megabytes(pid)) / idle, 1.2, '× at rest'),
    ]
  } finally {
    await server.stop()
  }
}

// How much room V8 takes: left to itself it grows to several times what is in use before it cleans up. Run by itself it
// prints the options of Node for the server, as a container needs them.
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const MB = 1024 * 1024

/** The options of Node for the server on this machine: a small one has the database and a worker beside it. */
export function heapOptions() {
  const { server } = JSON.parse(readFileSync(new URL('heap.json', import.meta.url), 'utf8'))
  const machineMb = Math.floor(Math.min(totalmem(), process.constrainedMemory?.() || totalmem()) / MB)
  const oldSpaceMb = Math.min(server.oldSpaceMb, Math.floor(machineMb / 4))
  // gc: for kit/server/quietMemory.ts.
  return `--max-semi-space-size=${server.semiSpaceMb} --max-old-space-size=${oldSpaceMb} --expose-gc`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(heapOptions())

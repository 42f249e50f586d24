import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { handOver } from './bootstrap.mjs'

// How much room V8 takes: left to itself it grows to several times what is in use before it cleans up.
const { semiSpaceMb, oldSpaceMb } = JSON.parse(readFileSync(new URL('heap.json', import.meta.url), 'utf8'))
const MB = 1024 * 1024
const machineMb = Math.floor(Math.min(totalmem(), process.constrainedMemory?.() || totalmem()) / MB)
// A small machine has the database and a worker beside it.
handOver(
  import.meta.url,
  `--max-semi-space-size=${semiSpaceMb} --max-old-space-size=${Math.min(oldSpaceMb, Math.floor(machineMb / 4))}`,
)

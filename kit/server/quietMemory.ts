import { getHeapStatistics } from 'node:v8'

const LOOK_MS = 5000
/** share of a processor below which a pause of a sixth of a second keeps nobody waiting */
const QUIET = 0.05
const QUIET_LOOKS = 3
/** ms of the processor since the last collection after which memory may have grown */
const WORTH_MS = 3000
/** more than young objects come to, which are collected by themselves */
const GROWN_MB = 24

/**
 * Decides when memory is collected: answers a function that is told, one look after the other, how many ms of the processor
 * were taken in how many ms, and says whether now is the time. That is once after work, when it has been quiet for three looks.
 * To have started is work.
 */
export function quietAfterWork(): (takenMs: number, passedMs: number) => boolean {
  let worked = WORTH_MS
  let quiet = 0
  return (takenMs, passedMs) => {
    worked += takenMs
    quiet = takenMs < passedMs * QUIET ? quiet + 1 : 0
    if (quiet < QUIET_LOOKS || worked < WORTH_MS) return false
    worked = 0
    return true
  }
}

/**
 * Gives back, some seconds after the last of the work, what V8 was given for it. Left to itself V8 collects old objects
 * when there is work, so that a server which nobody asks any more keeps what it took at its busiest. Called once per process;
 * does nothing where `gc` is not offered (`--expose-gc`, scripts/heap.mjs). Architecture §9: back after a minute.
 */
export function collectWhenQuiet(): void {
  const { gc } = globalThis
  if (gc === undefined) return
  const isTime = quietAfterWork()
  let before = { taken: processorMs(), time: performance.now() }
  setInterval(() => {
    const now = { taken: processorMs(), time: performance.now() }
    if (isTime(now.taken - before.taken, now.time - before.time)) giveBack(gc)
    before = now
  }, LOOK_MS).unref()
}

/**
 * The same for a process that does one long piece of work after the other: answers what is called at the end of each, so that
 * the next does not begin with what V8 was given for the last. After little work nothing is done.
 */
export function collectBetween(): () => void {
  const { gc } = globalThis
  let before = processorMs()
  return () => {
    if (gc === undefined || processorMs() - before < WORTH_MS) return
    giveBack(gc)
    before = processorMs()
  }
}

/**
 * The same within one long piece of work: answers what is called at each of its steps. Left to itself V8 lets old objects grow to
 * nearly twice of what is in use before it looks which of them are.
 */
export function collectGrown(): () => void {
  const { gc } = globalThis
  let used = usedMb()
  return () => {
    if (gc === undefined || usedMb() - used < GROWN_MB) return
    gc({ type: 'major' })
    used = usedMb()
  }
}

const usedMb = (): number => getHeapStatistics().used_heap_size / 2 ** 20

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// Only as a last resort does V8 hand pages back that it has emptied.
const giveBack = (gc: NonNullable<typeof globalThis.gc>): void => gc({ type: 'major', flavor: 'last-resort' })

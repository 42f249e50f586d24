import { Worker } from 'node:worker_threads'
import { AppError, BUSY, refuse } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { ThreadAnswer, ThreadQuestion } from './entry.ts'

/** Work that walks input from outside and would stop the others while it runs. Architecture §4. */
interface ThreadWork {
  /** the module that exports the function; it runs without the rooms, the settings and the database */
  module: URL
  /** name of the exported function: one argument and an answer that structured clone can carry */
  name: string
  /** file: whoever uploads waits for it anyway, and must not keep those waiting who save a form */
  lane?: 'form' | 'file'
  /** most milliseconds it may take */
  limitMs: number
  /** the refusal (422) when it takes longer or more memory than a thread has */
  tooMuch: string
}

interface Job {
  work: ThreadWork
  input: unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

const MOST_THREADS = { form: 2, file: 1 } as const
const MOST_WAITING = 100
/** A thread costs memory; the next one is there in a tenth of a second. */
const IDLE_MS = 20_000
const ENTRY = new URL('entry.ts', import.meta.url)
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

interface Lane {
  most: number
  threads: number
  waiting: Job[]
  idle: Thread[]
}

const laneOf = (most: number): Lane => ({ most, threads: 0, waiting: [], idle: [] })
const lanes = { form: laneOf(MOST_THREADS.form), file: laneOf(MOST_THREADS.file) }

/** One thread; does one job at a time and ends when nobody needs it any more. */
class Thread {
  #worker = new Worker(ENTRY, { execArgv: [], resourceLimits: MEMORY })
  #job: Job | null = null
  #timer: NodeJS.Timeout | undefined

  #lane: Lane

  constructor(lane: Lane) {
    this.#lane = lane
    lane.threads += 1
    this.#worker.on('message', (answer: ThreadAnswer) => this.#answered(answer))
    this.#worker.on('error', (error) => this.#broken(error))
    this.#worker.on('exit', () => this.#gone())
  }

  run(job: Job): void {
    const { work, input } = job
    this.#job = job
    this.#worker.ref()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#broken(null), work.limitMs)
    const question: ThreadQuestion = { module: work.module.href, name: work.name, input }
    this.#worker.postMessage(question)
  }

  #answered(answer: ThreadAnswer): void {
    const job = this.#job
    this.#job = null
    clearTimeout(this.#timer)
    if ('value' in answer) job?.resolve(answer.value)
    else job?.reject(errorOf(answer))
    const next = this.#lane.waiting.shift()
    if (next !== undefined) {
      this.run(next)
      return
    }
    this.#worker.unref()
    this.#lane.idle.push(this)
    this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref()
  }

  /** It took too long (null), too much memory, or could not start. */
  #broken(error: unknown): void {
    const job = this.#job
    this.#job = null
    const tooMuch = error === null || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    job?.reject(tooMuch ? refuse(job.work.tooMuch) : error)
    this.#end()
  }

  #end(): void {
    clearTimeout(this.#timer)
    const place = this.#lane.idle.indexOf(this)
    if (place >= 0) this.#lane.idle.splice(place, 1)
    void this.#worker.terminate()
  }

  #gone(): void {
    this.#lane.threads -= 1
    this.#job?.reject(new Error('A thread ended in the middle of its work'))
    this.#job = null
    this.#end()
    const next = this.#lane.waiting.shift()
    if (next !== undefined) start(next)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function errorOf(answer: Exclude<ThreadAnswer, { value: unknown }>): Error {
  if ('refusal' in answer)
    return new AppError(answer.refusal.code, answer.refusal.message, trust(answer.refusal.data))
  return Object.assign(new Error(answer.message), { stack: answer.stack })
}

function start(job: Job): void {
  const lane = lanes[job.work.lane ?? 'form']
  const free = lane.idle.pop()
  if (free !== undefined) free.run(job)
  else if (lane.threads < lane.most) new Thread(lane).run(job)
  else if (lane.waiting.length < MOST_WAITING) lane.waiting.push(job)
  else job.reject(new AppError(429, BUSY))
}

/**
 * A function of another module, run in a thread with limits of time and memory, so that the event loop goes on
 * meanwhile. AppErrors it throws arrive as such; 422 `tooMuch` over the limits, 429 when too many wait. Architecture §4.
 */
export function threadWork<F extends (input: never) => unknown>(
  work: ThreadWork,
): (input: Parameters<F>[0]) => Promise<Awaited<ReturnType<F>>> {
  return (input) =>
    new Promise((resolve, reject) =>
      start({ work, input, resolve: (value) => resolve(trust(value)), reject }),
    )
}

import { Worker } from 'node:worker_threads'

/**
 * Ends this process within 2 s of its server, whatever it is doing: a thread of its own looks whether the server still
 * runs. Called before anything else, for loading the house takes seconds in which nothing could be heard.
 */
export function watchServer(pid: number): void {
  new Worker(new URL('workerWatch.ts', import.meta.url), {
    workerData: pid,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    execArgv: [],
  }).unref()
}

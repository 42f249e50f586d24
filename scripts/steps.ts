import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Step {
  title: string
  command: string[]
  env?: Record<string, string>
}

/** What is checked without running the product. */
const CHECKS: Step[] = [
  // What has not changed since the last check is not checked again: 3 s of work instead of 45.
  {
    title: 'Type check',
    command: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
    ],
  },
  { title: 'Formatting and lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { title: 'Unused code', command: ['node_modules/knip/bin/knip.js'] },
  { title: 'Architecture', command: ['scripts/check-architecture.ts'] },
]

/** The checks that need no running product, side by side, each told when it has ended; `npm test` begins with them. */
export function runChecks(): Promise<boolean[]> {
  return Promise.all(CHECKS.map(runBeside))
}

/** Runs one step with this Node while others run, and tells what it printed once it has ended; whether it ended well. */
export async function runBeside({ title, command, env }: Step): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(null)
    })
    child.once('close', resolve)
  })
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const passed = status === 0
  console.log(`\n=== ${title} ===\n${out}${err}--- ${title}: ${passed ? 'passed' : 'FAILED'}`)
  return passed
}

/** The web application as browsers get it, made anew unless it stands there already. */
export const WEB_BUILD: Step = { title: 'Build of the web application', command: ['scripts/web-build.ts'] }

/** Runs one step with this Node under a heading; whether it ended well. */
export function runStep({ title, command, env }: Step): boolean {
  console.log(`\n=== ${title} ===`)
  const done = spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.error !== undefined) console.error(done.error.message)
  const passed = done.status === 0
  console.log(`--- ${title}: ${passed ? 'passed' : 'FAILED'}`)
  return passed
}

import { spawnSync } from 'node:child_process'

export interface Step {
  title: string
  command: string[]
  env?: Record<string, string>
}

/** What is checked without running the product; `npm run check` does these, `npm test` begins with them. */
export const CHECKS: Step[] = [
  { title: 'Type check', command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { title: 'Formatting and lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { title: 'Unused code', command: ['node_modules/knip/bin/knip.js'] },
  { title: 'Architecture', command: ['scripts/check-architecture.ts'] },
]

/** Runs one step with this Node under a heading; whether it ended well. */
export function runStep({ title, command, env }: Step): boolean {
  console.log(`\n=== ${title} ===`)
  const done = spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.error !== undefined) console.error(done.error.message)
  const passed = done.status === 0
  console.log(`--- ${title}: ${passed ? 'passed' : 'FAILED'}`)
  return passed
}

// npm test: every check and every test, going on after failures so that all of them are reported, and one line at
// the end that counts them. `npm test -- catalog` runs the unit and browser tests of one room.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { SPECS_OF, SPECS_OF_ALL } from '../e2e/rooms.ts'
import { ADMIN_URL } from '../tests/database.ts'
import { MADE_FOR_A_ROOM, type TestKind, testsOf } from '../tests/kinds.ts'
import { ensureChromium } from './chromium.ts'
import { browserOutcome, type Outcome, unitOutcome } from './reports.ts'
import { runBeside, runChecks, runStep, type Step, WEB_BUILD } from './steps.ts'

const BROWSER_REPORT = '.cache/playwright.json'

const room = process.argv[2]
const domains = readdirSync('domains')
if (room !== undefined && !(room in SPECS_OF)) {
  console.error(`There is no room ${room}. Rooms: ${Object.keys(SPECS_OF).join(', ')}`)
  process.exit(1)
}
const isDomain = room !== undefined && domains.includes(room)
/** What is made from the declarations limits itself to the calls and screens of this room. */
const roomAlone: Record<string, string> = isDomain ? { TS_TEST_ROOM: room } : {}

const checked = (passed: boolean): Outcome => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  failures: [],
  retried: [],
})

/** Runs a test runner and reads its report; a runner that fails without a failed test counts as one failure. */
function runTests(step: Step, file: string, read: (report: unknown) => Outcome): Outcome {
  rmSync(file, { force: true })
  const passed = runStep({ ...step, env: { ...roomAlone, ...step.env } })
  try {
    const outcome = read(JSON.parse(readFileSync(file, 'utf8')))
    return passed || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 }
  } catch (error) {
    console.error(`no report of ${step.title}: ${error instanceof Error ? error.message : error}`)
    return checked(false)
  }
}

/** The test files of a kind: all of them, or those of the room beside those that are made from its declarations. */
function unitFiles(kind: TestKind): string[] {
  const files = testsOf(kind)
  if (room === undefined) return files
  const place = isDomain ? `domains/${room}/` : `${room}/`
  return files.filter((path) => path.startsWith(place) || (isDomain && MADE_FOR_A_ROOM.includes(path)))
}

function runUnits(kind: TestKind, title: string): Outcome[] {
  const files = unitFiles(kind)
  if (files.length === 0) return []
  const report = `.cache/vitest.${kind}.json`
  // A room may have no list or no upload; then the tests made from the lists are none.
  const limits = room === undefined ? [] : ['--passWithNoTests', ...files]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...limits]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const step = { title, command: [...command, ...reporters], env: { TS_TEST_KIND: kind } }
  return [runTests(step, report, unitOutcome)]
}

/** The browser tests of the room; undefined: all of them. */
const specsOfRoom =
  room === undefined ? undefined : [...(SPECS_OF[room] ?? []), ...(isDomain ? SPECS_OF_ALL : [])]
const hasBrowsers = specsOfRoom === undefined || specsOfRoom.length > 0

function runBrowsers(): Outcome[] {
  if (!hasBrowsers) return []
  try {
    ensureChromium()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  // A room may have no screen at all.
  const limits =
    specsOfRoom === undefined
      ? []
      : ['--pass-with-no-tests', ...specsOfRoom.map((name) => `e2e/${name}.spec.ts`)]
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...limits]
  return [runTests({ title: 'Browser tests', command }, BROWSER_REPORT, browserOutcome)]
}

/**
 * Starts the database that the steps share, so that its template is prepared once; a step that finds none starts its own.
 * Answers how to end it.
 */
async function shareCluster(): Promise<() => Promise<unknown>> {
  const cluster = spawn(process.execPath, ['scripts/test-cluster.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(cluster, 'exit')
  const address = await Promise.race([
    once(cluster, 'message').then(([url]) => String(url)),
    ended.then(() => null),
  ])
  if (address === null) return async () => undefined
  process.env[ADMIN_URL] = address
  return () => {
    cluster.disconnect()
    return ended
  }
}

// Side by side: each of them has stretches in which one processor is enough for it.
const [checks, isBuilt, endCluster] = await Promise.all([
  room === undefined ? runChecks() : [],
  hasBrowsers ? runBeside(WEB_BUILD) : undefined,
  shareCluster(),
])
const outcomes = [
  ...checks.map(checked),
  ...(isBuilt === undefined ? [] : [checked(isBuilt)]),
  ...runUnits('rules', 'Rules, without a database'),
  ...runUnits('calls', 'Calls, each file on a database of its own'),
  ...runUnits('budgets', 'Budgets of time, each file in a process of its own'),
  ...runBrowsers(),
  // Last, because they take the machine to themselves: clocks are compared.
  ...runUnits('processes', 'Processes that are killed and stopped'),
]

await endCluster()

for (const failure of outcomes.flatMap((one) => one.failures))
  console.log(`\nFAILED ${failure.slice(0, 2000)}`)
for (const name of outcomes.flatMap((one) => one.retried)) console.log(`\nRETRIED ${name}`)
const passed = outcomes.reduce((sum, one) => sum + one.passed, 0)
const failed = outcomes.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

// npm test: every check and every test, going on after failures so that all of them are reported, and one line at
// the end that counts them.
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { ensureChromium } from './chromium.ts'
import { runChecks, runStep, type Step } from './steps.ts'

const UNIT_REPORT = '.cache/vitest.json'
const BROWSER_REPORT = '.cache/playwright.json'
const UNIT = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
})
const BROWSER = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
})

interface Count {
  passed: number
  failed: number
}

/** What failed among the unit tests; told again at the end, because much is printed after them. */
const failures: string[] = []

function keepFailures({ testResults }: z.infer<typeof UNIT>): void {
  for (const file of testResults.filter((one) => one.status === 'failed')) {
    const failed = file.assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0) failures.push(`${file.name}\n${file.message}`)
    for (const { fullName, failureMessages } of failed)
      failures.push(`${file.name} › ${fullName}\n${(failureMessages ?? []).join('\n')}`)
  }
}

function check(passed: boolean): Count {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs a test runner and counts from its report; a runner that fails without a failed test counts as one failure. */
function countTests(step: Step, report: string, count: (report: unknown) => Count): Count {
  rmSync(report, { force: true })
  const passed = runStep(step)
  try {
    const counted = count(JSON.parse(readFileSync(report, 'utf8')))
    return passed || counted.failed > 0 ? counted : { ...counted, failed: 1 }
  } catch (error) {
    console.error(`no report of ${step.title}: ${error instanceof Error ? error.message : error}`)
    return check(false)
  }
}

const counts = (await runChecks()).map(check)

counts.push(
  countTests(
    {
      title: 'Unit and call tests',
      command: [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=node',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${UNIT_REPORT}`,
      ],
    },
    UNIT_REPORT,
    (report) => {
      const unit = UNIT.parse(report)
      keepFailures(unit)
      return { passed: unit.numPassedTests, failed: unit.numFailedTests }
    },
  ),
)

counts.push(check(runStep({ title: 'Build of the web application', command: ['scripts/web-build.ts'] })))

try {
  ensureChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
counts.push(
  countTests(
    {
      title: 'Browser tests',
      command: ['node_modules/@playwright/test/cli.js', 'test'],
    },
    BROWSER_REPORT,
    (report) => {
      const { expected, flaky, unexpected } = BROWSER.parse(report).stats
      return { passed: expected + flaky, failed: unexpected }
    },
  ),
)

for (const failure of failures) console.log(`\nFAILED ${failure.slice(0, 2000)}`)
const passed = counts.reduce((sum, one) => sum + one.passed, 0)
const failed = counts.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

// What the reports of the two test runners say.
import { z } from 'zod'

export interface Outcome {
  passed: number
  failed: number
  /** name and reason of each test that failed */
  failures: string[]
  /** names of the tests that passed, but not at the first try */
  retried: string[]
}

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

/** Reads the JSON report of vitest. Throws when it is none. */
export function unitOutcome(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, testResults } = UNIT.parse(report)
  const failures: string[] = []
  const retried: string[] = []
  for (const file of testResults) {
    const failed = file.assertionResults.filter((one) => one.status === 'failed')
    if (file.status === 'failed' && failed.length === 0) failures.push(`${file.name}\n${file.message}`)
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      const reasons = failureMessages ?? []
      if (status === 'failed') failures.push(`${file.name} › ${fullName}\n${reasons.join('\n')}`)
      // The reasons of earlier tries stay with a test that passes in the end.
      else if (status === 'passed' && reasons.length > 0) retried.push(`${file.name} › ${fullName}`)
    }
  }
  return { passed: numPassedTests, failed: numFailedTests, failures, retried }
}

const SPECS = z.array(
  z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }),
)
const SUITE = z.object({
  specs: SPECS.optional(),
  get suites() {
    return z.array(SUITE).optional()
  },
})
const BROWSER = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
  suites: z.array(SUITE),
})

const specsOf = ({ specs = [], suites = [] }: z.infer<typeof SUITE>): z.infer<typeof SPECS> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Reads the JSON report of Playwright, which has told its failures itself. Throws when it is none. */
export function browserOutcome(report: unknown): Outcome {
  const { stats, suites } = BROWSER.parse(report)
  const named = (status: string): string[] =>
    suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some((one) => one.status === status))
      .map(({ file, title }) => `e2e/${file} › ${title}`)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: named('unexpected'),
    retried: named('flaky'),
  }
}

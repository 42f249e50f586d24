import { expect, test } from 'vitest'
import { browserOutcome, unitOutcome } from '../scripts/reports.ts'

const one = (fullName: string, status: string, failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})

test('what failed is told with its reason, what passed at a later try by its name', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          one('first', 'passed', []),
          one('second', 'passed', ['too late']),
          one('third', 'failed', ['wrong']),
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
    ],
  }
  expect(unitOutcome(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['a.test.ts › third\nwrong', 'b.test.ts\ncannot be loaded'],
    retried: ['a.test.ts › second'],
  })
})

test('a browser test that passed at a later try counts as passed and is named, however deep it stands', () => {
  const spec = (title: string, status: string) => ({ title, file: 'x.spec.ts', tests: [{ status }] })
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'flaky'), spec('c', 'unexpected')] }] },
    ],
  }
  expect(browserOutcome(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['e2e/x.spec.ts › c'],
    retried: ['e2e/x.spec.ts › b'],
  })
  expect(() => browserOutcome({})).toThrow()
})

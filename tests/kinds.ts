// The four kinds of unit tests, told by what a file uses, so that a new file needs no entry anywhere.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * rules: neither database nor process. calls: the product in memory on a database of its own. budgets: how long something
 * keeps a process busy, each file in a process of its own, for what other files left in its memory would be measured too.
 * processes: servers or databases are started and killed, and clocks compared.
 */
export type TestKind = 'rules' | 'calls' | 'budgets' | 'processes'

export const TEST_KINDS: readonly TestKind[] = ['rules', 'calls', 'budgets', 'processes']
export const ALL_TESTS = '{kit,domains,app,tests}/**/*.test.ts'

/** Starts or kills a server, a worker or a database. */
const PROCESSES = /\b(startServer|startPostgres|killServer|(?:task|tag|ledger|stock|bank)Worker\.ts)\b/
/** Measures this thread's own time. */
const BUDGETS = /\/(ownTime|stall)\.ts'/
const DATABASE = /\b(testApp|testDatabase)\b/
const IMPORTED = /\b(?:from|import) '(\.{1,2}\/[^']+\.ts)'/g

/** Whether a file, or a helper in tests/ that it imports, opens a database. */
function opensDatabase(path: string, text: string): boolean {
  if (DATABASE.test(text)) return true
  return [...text.matchAll(IMPORTED)]
    .map(([, to = '']) => join(dirname(path), to))
    .filter((helper) => helper.startsWith('tests/') && existsSync(helper))
    .some((helper) => opensDatabase(helper, readFileSync(helper, 'utf8')))
}

function kindOf(path: string): TestKind {
  const text = readFileSync(path, 'utf8')
  if (PROCESSES.test(text)) return 'processes'
  if (BUDGETS.test(text)) return 'budgets'
  return opensDatabase(path, text) ? 'calls' : 'rules'
}

/** The test files of a kind, from the root of the project. */
export const testsOf = (kind: TestKind): string[] =>
  globSync(ALL_TESTS).filter((path) => kindOf(path) === kind)

/** Tests of every call, which limit themselves to one room when it is asked for (TS_TEST_ROOM). */
export const MADE_FOR_A_ROOM: readonly string[] = [
  'app/generated.test.ts',
  'app/generated.input.test.ts',
  'app/generated.exports.test.ts',
]

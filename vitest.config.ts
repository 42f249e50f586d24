import { defineConfig } from 'vitest/config'
import { ALL_TESTS, TEST_KINDS, testsOf } from './tests/kinds.ts'

// npm test runs one kind after the other; run by hand, files of all kinds go together.
const kind = TEST_KINDS.find((one) => one === process.env.TS_TEST_KIND)

export default defineConfig({
  test: {
    name: 'node',
    include: kind === undefined ? [ALL_TESTS] : testsOf(kind),
    ...(kind === 'rules' ? {} : { globalSetup: 'tests/global-setup.ts' }),
    pool: 'forks',
    // Files share their processes, so the product is loaded once for all of them: what a house knows is kept by its database.
    isolate: kind === 'budgets',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine may fail once what is right, where processes are killed and clocks compared; nowhere else.
    retry: kind === 'processes' ? 2 : 0,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'node',
    include: ['{kit,domains,app,tests}/**/*.test.ts'],
    globalSetup: 'tests/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Processes are killed and clocks compared: a busy machine may fail once what is right.
    retry: 2,
  },
})

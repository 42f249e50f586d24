import { defineConfig } from '@playwright/test'
import { findChromium, findShell, launchOptions } from './scripts/chromium.ts'

/** What shows a PDF needs the whole browser. */
const WITH_PDF = 'preview.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/setup.ts',
  outputDir: 'test-results',
  // A loaded machine is slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // One more than processors: much of a journey is waiting.
  workers: 3,
  // What fails only once does not stop a release; npm test names it at its end.
  retries: 2,
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    actionTimeout: 20_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  },
  projects: [
    { name: 'pages', testIgnore: WITH_PDF, use: { launchOptions: launchOptions(findShell()) } },
    { name: 'files', testMatch: WITH_PDF, use: { launchOptions: launchOptions(findChromium()) } },
  ],
})

import { defineConfig } from '@playwright/test'
import { findChromium, findShell, launchOptions } from './scripts/chromium.ts'

/** What shows a PDF needs the whole browser. */
const WITH_PDF = 'preview.spec.ts'
/** What is made from the declarations: short looks at very many pages. */
const MADE = ['screens.spec.ts', 'records.spec.ts']
/** What counts the time of a keystroke. */
const MEASURED = ['lines.spec.ts', 'designer.spec.ts']

/**
 * A browser at work for people collects its memory in small steps on many threads, so that nothing stands still; for tests that
 * work is taken from the other browsers. Decision 0210.
 */
const V8_MEASURED = ['--min-semi-space-size=32', '--single-threaded-gc', '--no-flush-bytecode']
/** What V8 spends on faster code does not come back: a test draws each page a few times only. */
const V8 = [...V8_MEASURED, '--no-opt', '--no-maglev']

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
    // What opens while it is pressed is pressed where it stood before: less moves then.
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'made', testMatch: MADE, use: { launchOptions: launchOptions(findShell(), V8) } },
    {
      name: 'measured',
      testMatch: MEASURED,
      use: { launchOptions: launchOptions(findShell(), V8_MEASURED) },
    },
    {
      name: 'pages',
      testIgnore: [WITH_PDF, ...MADE, ...MEASURED],
      use: { launchOptions: launchOptions(findShell(), V8) },
    },
    { name: 'files', testMatch: WITH_PDF, use: { launchOptions: launchOptions(findChromium()) } },
  ],
})

import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { findChromium, launchOptions } from '../../scripts/chromium.ts'

/** The look of key screens, compared with stored pictures: npm run visual. Decision 0126. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: ['keyScreens.ts', 'readme.ts'],
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A picture that fits only at the second try is none to trust.
  retries: 0,
  workers: 1,
  use: { ...base.use, launchOptions: launchOptions(findChromium()) },
  projects: [{ name: 'screens' }],
  reporter: 'line',
  expect: {
    ...base.expect,
    toHaveScreenshot: { maxDiffPixelRatio: 0.002, animations: 'disabled', stylePath: './still.css' },
  },
})

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * What a browser does for itself and tests need not. The first two open a page of their own behind every window, which takes
 * more of the processor than opening the window does; the others Playwright switches off, and only the last list is heard.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How a browser is started for tests and measurements: alone, without what it does for itself. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${SWITCHED_OFF.join(',')}`,
]

/** The browser for the tests: the one named by TS_CHROMIUM, the system's, or Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.TS_CHROMIUM
  if (named) return named
  return [...USUAL, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * The same browser without what surrounds a page: it takes a third less of the processor, and shows no PDF. The whole browser
 * where there is none.
 */
export function findShell(): string | undefined {
  return !process.env.TS_CHROMIUM && existsSync(SHELL) ? SHELL : findChromium()
}

/** Gets the browsers where there are none: as root on Debian from the system's packages, otherwise Playwright's own. */
export function ensureChromium(): string {
  const isDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  const missing = [
    ...(findChromium() === undefined ? ['chromium', 'fonts-noto-cjk'] : []),
    ...(isDebian && !process.env.TS_CHROMIUM && !existsSync(SHELL) ? ['chromium-headless-shell'] : []),
  ]
  if (missing.length > 0) {
    console.log('\nInstalling Chromium …')
    if (isDebian) {
      run('apt-get', ['update'])
      run('apt-get', ['install', '-y', '--no-install-recommends', ...missing])
    } else {
      run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
    }
  }
  const installed = findChromium()
  if (installed === undefined) throw new Error('no Chromium: set TS_CHROMIUM to the path of one')
  return installed
}

/** What Playwright starts a browser with, and how V8 works in it. */
export const launchOptions = (executablePath: string | undefined, v8: readonly string[] = []) => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: v8.length === 0 ? BROWSER_ARGS : [...BROWSER_ARGS, `--js-flags=${v8.join(' ')}`],
})

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

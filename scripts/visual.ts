// npm run visual: compares twenty key screens at three widths with the pictures in e2e/visual/pictures. `npm run visual --
// --update` takes them anew; what has changed is looked at before it is kept. `npm run visual -- product` takes the screens of
// that name only. Decision 0126.
import { ensureChromium } from './chromium.ts'
import { runStep } from './steps.ts'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config=e2e/visual/playwright.config.ts',
]
const given = process.argv.slice(2)
const names = given.filter((one) => one !== '--update')

ensureChromium()
const passed = [
  runStep({ title: 'Build of the web application', command: ['scripts/web-build.ts'] }),
  runStep({
    title: 'Key screens',
    command: [
      ...PLAYWRIGHT,
      ...(given.includes('--update') ? ['--update-snapshots=changed'] : []),
      ...(names.length > 0 ? ['-g', names.join('|')] : []),
    ],
  }),
]
if (passed.includes(false)) process.exitCode = 1

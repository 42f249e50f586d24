// npm run journeys: shows that the browser tests leave nothing behind that the next one stumbles over. All of them run
// twice in a row on the same product, then all of them once more in reverse order; nothing is tried again.
// `npm run journeys -- level price` takes the files of these names only. The screens, which change nothing, are left out.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { ensureChromium } from './chromium.ts'
import { runStep, WEB_BUILD } from './steps.ts'

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--retries=0', '--reporter=line']
const wanted = process.argv.slice(2)
const files = readdirSync('e2e')
  .filter((file) => file.endsWith('.spec.ts') && file !== 'screens.spec.ts')
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(`${name}.`)))
  .map((file) => `e2e/${file}`)

ensureChromium()
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/journeys.json', JSON.stringify(files))
const passed = [
  runStep(WEB_BUILD),
  runStep({ title: 'Twice in a row', command: [...PLAYWRIGHT, '--repeat-each=2', ...files] }),
  runStep({
    title: 'In reverse order',
    command: [...PLAYWRIGHT, '--config=e2e/support/reverse.config.ts'],
  }),
]
if (passed.includes(false)) process.exitCode = 1

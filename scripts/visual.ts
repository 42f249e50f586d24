// npm run visual: compares twenty key screens at three widths with the pictures in e2e/visual/pictures. `npm run visual --
// --update` takes them anew; what has changed is looked at before it is kept. `npm run visual -- product` takes the screens of
// that name only, `npm run visual -- --readme` the pictures of the README. Decision 0126.
import { glob, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { ensureChromium } from './chromium.ts'
import { runStep } from './steps.ts'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config=e2e/visual/playwright.config.ts',
]
const given = process.argv.slice(2)
const names = given.filter((one) => !one.startsWith('--'))
const update = given.includes('--update')

/** Screens have few colours: as a palette their pictures take a third of the room, and nobody sees the difference. */
async function shrink(): Promise<void> {
  for await (const file of glob('e2e/visual/pictures/*.png')) {
    const picture = await readFile(file)
    if ((await sharp(picture).metadata()).isPalette) continue
    await writeFile(file, await sharp(picture).png({ palette: true, effort: 10, dither: 0 }).toBuffer())
  }
}

ensureChromium()
const passed = [
  runStep({ title: 'Build of the web application', command: ['scripts/web-build.ts'] }),
  runStep({
    title: given.includes('--readme') ? 'Pictures of the README' : 'Key screens',
    command: [
      ...PLAYWRIGHT,
      given.includes('--readme') ? 'readme' : 'keyScreens',
      ...(update ? ['--update-snapshots=changed'] : []),
      ...(names.length > 0 ? ['-g', names.join('|')] : []),
    ],
  }),
]
if (update) await shrink()
if (passed.includes(false)) process.exitCode = 1

// The browser tests that scripts/journeys.ts has listed, the last one first: each is a project of its own, because
// projects run in the order they are listed, and one at a time.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import base from '../../playwright.config.ts'
import { findChromium, launchOptions } from '../../scripts/chromium.ts'

/** Titles are taken from the sources; those a loop makes have no fixed text, and run as one with their file. */
const TITLE = /^test\(\s*(['"`])(.+?)\1,/gm
const files = z.array(z.string()).parse(JSON.parse(readFileSync('.cache/journeys.json', 'utf8')))

const exactly = (title: string): RegExp => new RegExp(`${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

const projects = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  const titles = [...source.matchAll(TITLE)].map(([, , title = '']) => title)
  const inTurn = /mode: 'serial'/.test(source) || titles.length !== source.match(/^ *test\(/gm)?.length
  const patterns = inTurn ? [/./] : titles.map(exactly)
  return patterns.map((grep) => ({ name: `${file} ${grep.source}`, testMatch: `**/${file.slice(4)}`, grep }))
})

export default {
  ...base,
  testDir: '..',
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  workers: 1,
  use: { ...base.use, launchOptions: launchOptions(findChromium()) },
  projects: projects.reverse(),
}

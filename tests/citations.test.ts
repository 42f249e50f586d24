// Comments, tests and documents cite the design by name and section; each citation leads to a heading of docs/design.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DOCUMENT = /^\| (\w+) +\| \[[\w.-]+\]\(([\w./-]+)\)/gm
const HEADING = /^#{2,4} (\d+(?:\.\d+)*)[. ]/gm
/** `Catalog §3.4, §8.6`: a name and the sections that follow it; a comment may break the line between them. */
const CITATION = /\b([A-Z][a-z]+)\s+(§\d+(?:\.\d+)*(?:(?:,| and| or|–)\s+§\d+(?:\.\d+)*)*)/g

const index = readFileSync('docs/design/README.md', 'utf8')
const sections = new Map(
  [...index.matchAll(DOCUMENT)].map(([, name = '', file = '']) => {
    const headings = readFileSync(`docs/design/${file}`, 'utf8').matchAll(HEADING)
    return [name, new Set([...headings].map(([, section]) => section))] as const
  }),
)
const sources = globSync(
  '{kit,domains,app,tests,e2e,bench,scripts,deploy,docs}/**/*.{ts,tsx,mjs,css,sql,md,tsv}',
).filter((file) => !file.startsWith('docs/design/'))

test('every document of the design is named and has sections', () => {
  const named = [...index.matchAll(DOCUMENT)].map(([, , file]) => file)
  const there = globSync('**/*.md', { cwd: 'docs/design' }).filter((file) => file !== 'README.md')
  expect(named.sort()).toEqual(there.sort())
  for (const [name, headings] of sections) expect(headings.size, name).toBeGreaterThan(3)
})

test('every citation leads to a section', () => {
  let cited = 0
  const lost = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CITATION)].flatMap(([, name = '', list = '']) =>
      [...list.matchAll(/§([\d.]+\d|\d)/g)].flatMap(([, section = '']) => {
        cited += 1
        return sections.get(name)?.has(section) === true ? [] : [`${file}: ${name} §${section}`]
      }),
    ),
  )
  expect(cited).toBeGreaterThan(1200)
  expect(lost).toEqual([])
})

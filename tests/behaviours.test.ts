// behaviours.tsv says which tests show each behaviour of the specification's platform and commerce parts, and those of
// its marketing part that are built. This holds it to that: every behaviour has a test that exists. What a room that is not
// built yet will show is pending, until the room is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const numbered = (letter: string, length: number): string[] =>
  Array.from({ length }, (_, index) => `${letter}-${String(index + 1).padStart(3, '0')}`)
const ALL = [...numbered('P', 202), ...numbered('C', 48)]
const MARKETING = numbered('M', 74)
const PENDING = 'pending '
const file = (path: string) => new URL(`../${path}`, import.meta.url)

const rows = readFileSync(new URL('./behaviours.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', statement = '', tests = ''] = line.split('\t')
    return { id, statement, tests }
  })

test('every behaviour stands in the table once', () => {
  const ids = rows.map((row) => row.id)
  expect(ids.slice(0, ALL.length)).toEqual(ALL)
  const more = ids.slice(ALL.length)
  expect(more).toEqual(MARKETING.filter((id) => more.includes(id)))
  // What a title calls by its number stands in the table.
  expect(more).toEqual(expect.arrayContaining(namedInTitles()))
})

/** The numbers of the marketing part in titles of tests. */
function namedInTitles(): string[] {
  const root = new URL('..', import.meta.url).pathname
  const texts = globSync('{app,domains,e2e,kit,tests}/**/*.{test,spec}.ts', { cwd: root }).map((path) =>
    readFileSync(file(path), 'utf8'),
  )
  return texts.flatMap((text) =>
    [...text.matchAll(/\btest\(['"`][^'"`\n]*?\b(M-\d{3})\b/g)].map(([, id = '']) => id),
  )
}

/** Whether a test or a group of tests of the file begins with the title. */
function stands(place: string): boolean {
  const [path = '', title = ''] = place.split(' › ')
  if (!existsSync(file(path)) || title === '') return false
  const begin = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Titles stand in quotes after the call, or after the rows of a table of cases.
  return new RegExp(`(?:test|it|describe|\\))\\(\\s*['"\`](?:[^'"\`\\n]*[ ,(])?${begin}`).test(
    readFileSync(file(path), 'utf8'),
  )
}

test.each(rows)('$id: $statement', ({ tests }) => {
  if (tests.startsWith(PENDING)) {
    const room = tests.slice(PENDING.length)
    expect(existsSync(file(`domains/${room}`)), `${room} is built: name its tests`).toBe(false)
  } else expect(tests.split(' | ').filter((place) => !stands(place))).toEqual([])
})

test.each([
  ['platform §16', 'P16', 40],
  ['catalog §9', 'C9', 28],
])('every acceptance scenario of %s is a test by its number', (_where, mark, count) => {
  const root = new URL('..', import.meta.url).pathname
  const texts = globSync('{app,domains,e2e,kit,tests}/**/*.{test,spec}.ts', { cwd: root })
    .map((path) => readFileSync(file(path), 'utf8'))
    .join('\n')
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  expect(numbers.filter((number) => !new RegExp(`['"\`](?:P16, )?${mark}-${number}\\b`).test(texts))).toEqual(
    [],
  )
})

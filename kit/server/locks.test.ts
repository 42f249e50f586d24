import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LOCKS } from './locks.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('{app,kit,domains}/**/*.ts', { cwd: ROOT })
  .filter((path) => !/\.test\.ts$|kit\/server\/(locks|oneAtATime)\.ts$/.test(path))
  .map((path): [string, string] => [path, readFileSync(`${ROOT}${path}`, 'utf8')])
/** What each lock in the sources is called by, with its file. */
const taken = sources.flatMap(([path, text]) =>
  [...text.matchAll(/(?:pg_advisory_(?:xact_)?(?:un)?lock\(|oneAtATime\(\w+, )(.{1,60})/gs)].map(
    (hit): [string, string] => [path, hit[1] ?? ''],
  ),
)
/** In the text of a statement, or as it is given to oneAtATime. */
const isNumbered = (by: string): boolean => /^(?:\$\{)?LOCKS\./.test(by)

test('the numbers are distinct, and each is taken by one file', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length)
  for (const name of Object.keys(LOCKS)) {
    const files = new Set(
      taken.flatMap(([path, by]) => (new RegExp(`^(\\$\\{)?LOCKS\\.${name}\\b`).test(by) ? [path] : [])),
    )
    expect([name, files.size]).toEqual([name, 1])
  }
})

test('what has no number here has a name of its own', () => {
  const names = new Map<string, Set<string>>()
  for (const [path, by] of taken) {
    if (isNumbered(by)) continue
    // hashtext('name'…, hashtext(${`name …`}), or a key that the file makes itself.
    const name = /^hashtext(?:extended)?\((?:'|\$\{`)?([\w. $]+)/.exec(by)?.[1]?.trim()
    expect([path, by, name]).toEqual([path, by, expect.any(String)])
    names.set(name ?? '', (names.get(name ?? '') ?? new Set()).add(path))
  }
  expect(names.size).toBeGreaterThan(12)
  for (const [name, paths] of names) expect([name, [...paths]]).toEqual([name, [expect.any(String)]])
})

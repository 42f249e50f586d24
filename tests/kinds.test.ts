// Every test is run by exactly one step of npm test, and by the room it belongs to.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SPECS_OF, SPECS_OF_ALL } from '../e2e/rooms.ts'
import { ALL_TESTS, MADE_FOR_A_ROOM, TEST_KINDS, testsOf } from './kinds.ts'

test('every unit test is of one kind', () => {
  expect(TEST_KINDS.flatMap(testsOf).sort()).toEqual(globSync(ALL_TESTS).sort())
})

test('what opens a database or starts a server is known by what it uses', () => {
  expect(testsOf('rules')).toContain('kit/shared/money.test.ts')
  expect(testsOf('calls')).toEqual(expect.arrayContaining(['app/generated.test.ts', ...MADE_FOR_A_ROOM]))
  expect(testsOf('calls')).toContain('domains/wechat/menu/menu.test.ts')
  expect(testsOf('calls')).toContain('app/generated.imports.test.ts')
  expect(testsOf('budgets')).toEqual(
    expect.arrayContaining(['app/generated.hostile.test.ts', 'domains/workflow/engine/speed.test.ts']),
  )
  expect(testsOf('processes')).toEqual(expect.arrayContaining(['tests/crash.test.ts', 'tests/stop.test.ts']))
})

test('files can share a process: none replaces modules, no helper does anything for whoever loads it first', () => {
  const found = (files: string, what: RegExp) =>
    globSync(files).filter((path) => what.test(readFileSync(path, 'utf8')))
  expect(found(ALL_TESTS, /\bvi\.(do)?[mM]ock\(|\bvi\.resetModules\(/)).toEqual([])
  expect(found('{kit,domains,app,tests}/**/!(*.test).ts', /^(before|after)(All|Each)\(/m)).toEqual([])
})

test('files of processes run side by side: no two of them listen on one port', () => {
  const ports = testsOf('processes').flatMap((path) => [
    ...new Set(readFileSync(path, 'utf8').match(/\b18_?[34]\d\d\b/g)),
  ])
  expect(ports.length).toBeGreaterThan(10)
  expect(ports).toEqual([...new Set(ports)])
})

test('every browser test belongs to one room, or to all of them', () => {
  const named = [...Object.values(SPECS_OF).flat(), ...SPECS_OF_ALL].map((name) => `${name}.spec.ts`)
  const there = readdirSync('e2e').filter((file) => file.endsWith('.spec.ts'))
  expect(named.sort()).toEqual(there.sort())
  expect(Object.keys(SPECS_OF).sort()).toEqual(['app', 'kit', ...readdirSync('domains')].sort())
})

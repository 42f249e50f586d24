// A value drawn at random is the same as another one on some day, and then a test fails that nobody can repeat.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no test draws what it writes at random: it counts', () => {
  const drawing = globSync('{kit,domains,app,tests,e2e}/**/*.{test,spec}.ts').filter(
    (file) => file !== 'tests/random.test.ts' && /Math\.random|\brandom\(\)/.test(readFileSync(file, 'utf8')),
  )
  expect(drawing).toEqual([])
})

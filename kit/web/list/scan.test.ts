import { expect, test } from 'vitest'
import { BURST_MS, codeReader } from './scan.ts'

/** What is read of keys that follow each other after so many ms. */
function typed(keys: readonly string[], gap: number): (string | null)[] {
  const read = codeReader()
  return keys.map((key, at) => read(key, 1000 + at * gap))
}

test('a burst of keys that ends with Enter is a code; what a person types is none', () => {
  const keys = [...'6901234567892', 'Enter']
  expect(typed(keys, 5).at(-1)).toBe('6901234567892')
  expect(typed(keys, 5).slice(0, -1)).not.toContain('6901234567892')
  expect(typed(keys, BURST_MS + 1).at(-1)).toBeNull()
  expect(typed([...'jjx', 'Enter'], 5).at(-1)).toBeNull()
})

test('a capital letter belongs to the code; a pause or another key begins anew', () => {
  expect(typed(['Shift', 'S', 'P', '0', '0', '0', '1', 'Enter'], 5).at(-1)).toBe('SP0001')
  expect(typed([...'123', 'Tab', ...'456', 'Enter'], 5).at(-1)).toBeNull()
  const read = codeReader()
  for (const key of '999') read(key, 0)
  for (const key of '123456') read(key, 500)
  expect(read('Enter', 500)).toBe('123456')
})

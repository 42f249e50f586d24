import { expect, test } from 'vitest'
import { NO_BURST, nextKey } from './burst.rules.ts'

/** What is read of keys that come so many ms apart. */
function read(keys: readonly string[], apart: number): string[] {
  let burst = NO_BURST
  let at = 1000
  const codes: string[] = []
  for (const key of keys) {
    const next = nextKey(burst, key, at)
    burst = next.burst
    if (next.code !== '') codes.push(next.code)
    at += apart
  }
  return codes
}

test('W §7: fast characters ended by Enter or Tab are a scan, typed ones are none', () => {
  expect(read([...'690123', 'Enter'], 5)).toEqual(['690123'])
  expect(read([...'690123', 'Tab'], 49)).toEqual(['690123'])
  expect(read([...'690123', 'Enter'], 51)).toEqual([])
})

test('W §7: two scans in a row are two; shift of a capital and single keys do no harm', () => {
  expect(read([...'690123', 'Enter', ...'690124', 'Enter'], 5)).toEqual(['690123', '690124'])
  expect(read(['Shift', 'S', 'Shift', 'E', 'Shift', 'C', '-', '1', 'Enter'], 5)).toEqual(['SEC-1'])
  expect(read(['Enter', '1', 'Enter', 'Tab'], 5)).toEqual([])
})

test('W §7: what was typed before a scan is no part of it', () => {
  const typed = nextKey(NO_BURST, '7', 1000).burst
  const begun = nextKey(typed, '6', 1400)
  expect(begun.burst.text).toBe('6')
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { memory } from '../../../tests/storage.ts'

const DAY = 24 * 3600 * 1000
const MORE = { name: '甲' }
const NOW = new Date(2026, 0, 31, 8)

let drafts: typeof import('./keptDraft.ts')
beforeAll(async () => {
  // What of a browser the session needs.
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', memory())
  drafts = await import('./keptDraft.ts')
})
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('localStorage', memory())
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

test('a draft is offered for 14 days, and then is gone', () => {
  drafts.keepDraft('unit:1', { values: MORE, base: {} })
  vi.setSystemTime(NOW.getTime() + 14 * DAY - 1)
  expect(drafts.keptDraft('unit:1')).toEqual({ at: NOW.getTime(), values: MORE, base: {} })
  vi.setSystemTime(NOW.getTime() + 14 * DAY)
  expect(drafts.keptDraft('unit:1')).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('a draft that nobody looks for any more leaves the browser with the next one that is kept, as does a broken one', () => {
  drafts.keepDraft('unit:1', { values: MORE, base: {} })
  localStorage.setItem('draft:0:unit:3', 'null')
  vi.setSystemTime(NOW.getTime() + 14 * DAY)
  drafts.keepDraft('unit:2', { values: MORE, base: {} })
  expect(localStorage.length).toBe(1)
  expect(drafts.keptDraft('unit:2')?.values).toEqual(MORE)
})

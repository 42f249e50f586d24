import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memory } from '../../../tests/storage.ts'
import { canonical } from '../model/canonical.ts'
import type { Process } from '../model/types.ts'
import { AUTOSAVE_MS, keepSaved, listSaved, removeSaved, startAutosave } from './saved.ts'

const process = (name: string): Process =>
  canonical({ name, displayName: `流程${name}`, nodes: [{ id: 'start', type: 'start', x: 1, y: 2 }] })
const at = (minute: number) => new Date(2026, 0, 31, 8, minute, 5)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('P-123: a drawing is kept under LFDATA, its process and the time, and reads back', () => {
  const storage = memory()
  expect(keepSaved(process('stockin'), at(7), storage)).toBe(true)
  expect(storage.key(0)).toBe('LFDATA_stockin_20260131080705')
  const [entry] = listSaved(storage)
  expect(entry).toMatchObject({ title: '流程stockin', savedAt: at(7) })
  expect(JSON.parse(entry?.json ?? '')).toEqual(process('stockin'))
})

test('P-123: the newest 20 of a process stay; others are left alone', () => {
  const storage = memory()
  keepSaved(process('stockin_2'), at(0), storage)
  storage.setItem('LFDATA_stockin_note', '{"nodes":[]}')
  for (let minute = 0; minute < 23; minute++) keepSaved(process('stockin'), at(minute), storage)
  const kept = listSaved(storage)
  expect(kept).toHaveLength(22)
  expect(kept[0]?.savedAt).toEqual(at(22))
  const own = kept.filter(({ title }) => title === '流程stockin')
  expect(own.map(({ savedAt }) => savedAt?.getMinutes())).toEqual(
    Array.from({ length: 20 }, (_, index) => 22 - index),
  )
  expect(kept.map(({ key }) => key)).toContain('LFDATA_stockin_note')
})

test('P-122, P-123: foreign entries are listed with their bare json, and every entry can be removed', () => {
  const storage = memory()
  storage.setItem('LFDATA-old', '{"nodes":[],"edges":[]}')
  storage.setItem('LFDATAbroken', 'not json')
  storage.setItem('LFDATA_object', '{"title":"","json":{"nodes":[]}}')
  storage.setItem('other', 'x')
  keepSaved(process('a'), at(1), storage)
  expect(listSaved(storage)).toEqual([
    expect.objectContaining({ title: '流程a' }),
    { key: 'LFDATA_object', title: 'LFDATA_object', savedAt: null, json: '{"nodes":[]}' },
    { key: 'LFDATA-old', title: 'LFDATA-old', savedAt: null, json: '{"nodes":[],"edges":[]}' },
    { key: 'LFDATAbroken', title: 'LFDATAbroken', savedAt: null, json: 'not json' },
  ])
  removeSaved('LFDATA-old', storage)
  expect(listSaved(storage).map(({ key }) => key)).not.toContain('LFDATA-old')
})

test('P-123: a full storage keeps nothing and throws nothing', () => {
  const storage = memory(10)
  expect(keepSaved(process('a'), at(1), storage)).toBe(false)
  expect(listSaved(storage)).toEqual([])
})

beforeEach(() => {
  vi.useFakeTimers()
})

test('P-123: while it changes, a drawing is kept every 30 seconds', () => {
  const storage = memory()
  vi.stubGlobal('localStorage', storage)
  let changed = false
  const kept: boolean[] = []
  const stop = startAutosave({
    changed: () => changed,
    read: () => process('a'),
    onKept: (done) => kept.push(done),
  })
  vi.advanceTimersByTime(AUTOSAVE_MS)
  expect(kept).toEqual([])
  changed = true
  vi.advanceTimersByTime(AUTOSAVE_MS - 1)
  expect(kept).toEqual([])
  vi.advanceTimersByTime(1)
  expect(kept).toEqual([true])
  expect(listSaved(storage)).toHaveLength(1)
  stop()
  vi.advanceTimersByTime(AUTOSAVE_MS * 3)
  expect(kept).toEqual([true])
})

import { expect, test } from 'vitest'
import { inOrder, repeated, windowOf } from './route.rules.ts'

const stop = (shipToId: number, seq: number | null = null) => ({
  ...{ shipToId, seq, timeWindow: '', stayMinutes: null },
})

test('W §5.8: stops are numbered by their order; one without a number stays behind the one before it', () => {
  const ordered = inOrder([stop(7, 20), stop(8), stop(9, 10)])
  expect(ordered.map((one) => [one.shipToId, one.seq])).toEqual([
    [9, 1],
    [7, 2],
    [8, 3],
  ])
})

test('W §5.8: a ship-to stands once on a route', () => {
  expect(repeated([stop(7), stop(8), stop(7)])).toBe(2)
  expect(repeated([stop(7), stop(8)])).toBe(-1)
})

test('W §5.8: the time window comes from when the ship-to takes goods', () => {
  expect(windowOf('08:00', '11:30')).toBe('08:00-11:30')
  expect(windowOf('08:00', '')).toBe('')
})

import { expect, test } from 'vitest'
import { freeDock, slotsOf } from './appoint.rules.ts'

test('W §4.3: the hours of a warehouse make its slots; what is left at the end is none', () => {
  const hours = { slotStart: '08:00', slotEnd: '11:15', slotMinutes: 90 }
  expect(slotsOf(hours)).toEqual([
    { start: '08:00', end: '09:30' },
    { start: '09:30', end: '11:00' },
  ])
  expect(slotsOf({ ...hours, slotMinutes: 0 })).toEqual([])
})

test('W §5.10: the first free dock is taken', () => {
  expect([freeDock(3, [1, 3]), freeDock(2, [1, 2]), freeDock(0, [])]).toEqual([2, null, null])
})

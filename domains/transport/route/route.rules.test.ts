import { expect, test } from 'vitest'
import { inOrder, nextTrip, repeated, windowOf } from './route.rules.ts'

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

test('W §5.8: the next trip of a route leaves on its next weekday, at its hour, unless that is over', () => {
  const monday = '2026-11-23'
  const seconds = (time: string) => Date.parse(`${time}+08:00`) / 1000
  const route = { weekdays: [1, 7], planDepartTime: '07:30', minutes: 90 }
  expect(nextTrip(route, monday, seconds(`${monday}T06:00:00`))).toEqual({
    deliveryDate: monday,
    planDepartTime: seconds(`${monday}T07:30:00`),
    planBackTime: seconds(`${monday}T09:00:00`),
  })
  expect(nextTrip(route, monday, seconds(`${monday}T08:00:00`)).deliveryDate).toBe('2026-11-29')
  const weekly = { ...route, weekdays: [1], minutes: null }
  expect(nextTrip(weekly, monday, seconds(`${monday}T08:00:00`))).toMatchObject({
    deliveryDate: '2026-11-30',
    planBackTime: seconds('2026-11-30T11:30:00'),
  })
})

import { expect, test } from 'vitest'
import { halfOf, proposeTrips } from './suggest.rules.ts'

const one = (id: number, weight: number, more: object = {}) => ({
  ...{ id, group: 'R1', weight, volume: 0.1, zones: [1], models: [], ...more },
})
const car = (id: number, loadWeight: number, more: object = {}) => ({
  ...{ id, model: id, loadWeight, loadVolume: 9.6, zones: [1], usual: [], ...more },
})
const seen = (...of: Parameters<typeof proposeTrips>) =>
  proposeTrips(...of).trips.map(({ carId, ids, loadRate }) => [carId, ids, loadRate])

test('W §5.5: what goes one way takes the smallest vehicle that fits all of it', () => {
  const waiting = [one(1, 350), one(2, 620), one(3, 480)]
  expect(seen(waiting, [car(9, 8000), car(7, 1500), car(5, 1000)])).toEqual([[7, [2, 3, 1], 96.67]])
})

test('W §5.5: where no vehicle takes all, the largest go first and the rest finds another', () => {
  const waiting = [one(1, 700), one(2, 900), one(3, 400)]
  expect(seen(waiting, [car(7, 1000), car(8, 1400)])).toEqual([
    [8, [2, 3], 92.86],
    [7, [1], 70],
  ])
})

test('W §5.5: volume, temperature and the models of a ship-to keep goods off a vehicle; what fits nowhere is left', () => {
  const waiting = [one(1, 10, { volume: 20 }), one(2, 10, { zones: [4] }), one(3, 10, { models: [8] })]
  expect(proposeTrips(waiting, [car(7, 1000)])).toEqual({ trips: [], left: [1, 2, 3] })
  const cold = [car(7, 1000), car(8, 2000, { zones: [1, 4] })]
  const { trips, left } = proposeTrips(waiting, cold)
  expect(trips).toMatchObject([{ carId: 8, ids: [2, 3] }])
  expect(left).toEqual([1])
})

test('W §5.5: routes do not share a vehicle, and the usual one goes before another that fits as well', () => {
  const waiting = [one(1, 100), one(2, 50, { group: 'R2' })]
  expect(seen(waiting, [car(7, 1000), car(8, 1000, { usual: ['R1'] })])).toEqual([
    [8, [1], 10],
    [7, [2], 5],
  ])
  expect(proposeTrips(waiting, [car(7, 1000)]).left).toEqual([2])
})

test('W §5.5: a window after noon is for the afternoon', () => {
  expect([halfOf('08:00-11:00'), halfOf('13:30-17:00'), halfOf('')]).toEqual(['am', 'pm', 'am'])
})

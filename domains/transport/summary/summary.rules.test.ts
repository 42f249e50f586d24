import { expect, test } from 'vitest'
import { CONSIGN_SUMS, consignRates, summed, TRIP_SUMS, tripRates } from './summary.rules.ts'

const trips = {
  ...{
    trips: 1,
    stops: 3,
    deliveries: 4,
    boxes: 10,
    qty: 0.1,
    weight: 620.1,
    volume: 3.1,
    goodsAmount: 1000,
  },
  ...{ collectDue: 500, collectPaid: 500, signed: 3, partly: 1, refused: 0, onTime: 4, loadSum: 96.67 },
  ...{ km: 42.5, fee: 12_000 },
}

test('W §5.8: a total is the sum of its rows, its rates are not', () => {
  const other = {
    ...trips,
    trips: 1,
    boxes: 5,
    qty: 0.2,
    signed: 1,
    partly: 0,
    loadSum: 50,
    onTime: 0,
    fee: 0,
  }
  const total = summed(TRIP_SUMS, [trips, other])
  expect(total).toMatchObject({ trips: 2, boxes: 15, qty: 0.3, weight: 1240.2, km: 85, fee: 12_000 })
  expect(tripRates(trips)).toEqual({ signRate: 75, onTimeRate: 100, loadRate: 96.67, boxFee: 1200 })
  expect(tripRates(total)).toEqual({ signRate: 50, onTimeRate: 80, loadRate: 73.34, boxFee: 800 })
})

test('W §5.8: nothing has no rate', () => {
  expect(tripRates(summed(TRIP_SUMS, []))).toEqual({
    ...{ signRate: null, onTimeRate: null, loadRate: null, boxFee: null },
  })
})

test('W §10.6: 180 kg for 254.00 cost 1.41 each kilogram', () => {
  const note = {
    ...{ notes: 1, deliveries: 1, boxes: 2, weight: 180, volume: 1.2, freight: 23_000, insuranceFee: 2400 },
    ...{ total: 25_400, signed: 1, planned: 1, onTime: 0, troubles: 0 },
  }
  expect(consignRates(note)).toEqual({ kgFee: 141, onTimeRate: 0, signRate: 100 })
  expect(summed(CONSIGN_SUMS, [note, note])).toMatchObject({ total: 50_800, volume: 2.4 })
})

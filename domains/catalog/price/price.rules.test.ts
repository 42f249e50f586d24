import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#kit/shared/money.ts'
import {
  basisPoints,
  changeRate,
  choosePrice,
  floorPrice,
  grossRate,
  lineAmount,
  memberPrice,
  overlaps,
  periodsOf,
  rulingAt,
} from './price.rules.ts'

const PIECE = 1000
const channel = { price: 1280, otPrice: 1500 }
const salesChannel = { price: 1230, otPrice: 1500 }
const shouda = { price: 1150, otPrice: 1500 }
const none = { shouda: null, salesChannels: [], channel: null }

test('the base price less what it may be undercut by is the floor', () => {
  expect(formatMoney(floorPrice(1000, 10))).toBe('9.00')
  expect(formatMoney(floorPrice(999, 33.33))).toBe('6.66')
  expect(floorPrice(1000, 0)).toBe(1000)
})

test('the worked figures of a company: channel, sales channel, sold-to party, payer', () => {
  const level = { orgLevelRate: 9500 }
  const priced = (
    offers: Partial<Parameters<typeof choosePrice>[0]>,
    payer: Parameters<typeof choosePrice>[1],
  ) => {
    const chosen = choosePrice({ ...none, ...offers }, payer, 57 * PIECE)
    if (chosen === null) throw new Error('no price')
    return chosen
  }
  const own = (offers: Partial<Parameters<typeof choosePrice>[0]>, more = {}) =>
    formatMoney(memberPrice({ ...priced(offers, null), isMemberPrice: 1 }, { ...level, ...more }))
  expect(own({ channel })).toBe('12.16')
  // 12.30 × 0.95 = 11.685
  expect(own({ channel, salesChannels: [salesChannel] }, { levelPrice: 1180 })).toBe('11.69')
  expect(own({ channel, salesChannels: [salesChannel], shouda }, { levelPrice: 1100 })).toBe('11.50')
  const all = { channel, salesChannels: [salesChannel], shouda }
  const rated = priced(all, { settlePrice: null, discountRate: 9800, minQty: 0 })
  expect([formatMoney(rated.price), rated.locked]).toEqual(['11.27', true])
  const settled = priced(all, { settlePrice: 1120, discountRate: null, minQty: 0 })
  expect([formatMoney(settled.price), settled.step, settled.locked]).toEqual(['11.20', 'payer', true])
})

test('a line of 57 is rounded once, and its tax is what the net leaves', () => {
  const { amount, net, tax } = lineAmount(1169, 57 * PIECE, 13)
  expect([amount, net, tax].map(formatMoney)).toEqual(['666.33', '589.67', '76.66'])
  // A part of a unit: half a cent goes up, also of what is given back.
  expect(lineAmount(333, 1.5 * PIECE, 13).amount).toBe(500)
  expect(lineAmount(-333, 1.5 * PIECE, 13).amount).toBe(-500)
  expect(lineAmount(333, 1.498 * PIECE, 13).amount).toBe(499)
})

test('a consumer pays the lowest of level rate and paid-member price', () => {
  const s1 = { price: 1580, locked: false, isMemberPrice: 1 as const }
  expect(formatMoney(memberPrice(s1, { userLevelRate: 9700 }))).toBe('15.33')
  expect(formatMoney(memberPrice(s1, { userLevelRate: 9700, vipPrice: 1390 }))).toBe('13.90')
  expect(memberPrice({ ...s1, isMemberPrice: 0 }, { vipPrice: 1390 })).toBe(1580)
  expect(memberPrice({ ...s1, locked: true }, { vipPrice: 1390 })).toBe(1580)
  expect(memberPrice(s1, { vipPrice: 1990 })).toBe(1580)
})

test('an agreement holds from its quantity on; without price or rate it changes nothing', () => {
  const offers = { ...none, channel }
  const from = { settlePrice: 1000, discountRate: null, minQty: 10 * PIECE }
  expect(choosePrice(offers, from, 9 * PIECE)).toMatchObject({ price: 1280, step: 'channel', locked: false })
  expect(choosePrice(offers, from, 10 * PIECE)).toMatchObject({ price: 1000, step: 'payer', otPrice: 1500 })
  const plain = { settlePrice: null, discountRate: null, minQty: 0 }
  expect(choosePrice(offers, plain, PIECE)).toMatchObject({ price: 1280, locked: false })
  expect(choosePrice(none, plain, PIECE)).toBeNull()
  expect(choosePrice(none, { ...plain, discountRate: 9800 }, PIECE)).toBeNull()
  expect(choosePrice(none, { ...plain, settlePrice: 1000 }, PIECE)).toMatchObject({ price: 1000 })
})

test('the nearest sales channel with a price counts', () => {
  const parent = { price: 1200, otPrice: 1500 }
  expect(choosePrice({ ...none, salesChannels: [null, parent], channel }, null, PIECE)).toMatchObject({
    price: 1200,
    step: 'salesChannel',
  })
})

test('of the records of a scope the latest begun rules, of equal ones the last made', () => {
  const at = (second: number) => new Date(second * 1000)
  const open = { id: 1, startTime: at(10), endTime: null }
  const timed = { id: 2, startTime: at(20), endTime: at(30) }
  const again = { id: 3, startTime: at(20), endTime: at(30) }
  const records = [timed, again, open]
  expect(rulingAt(records, at(9))).toBeNull()
  expect(rulingAt(records, at(10))).toBe(open)
  expect(rulingAt(records, at(20))).toBe(again)
  expect(rulingAt(records, at(30))).toBe(open)
})

test('periods: who rules from when to when, with gaps, and again after an interruption', () => {
  const at = (second: number) => new Date(second * 1000)
  const open = { id: 1, startTime: at(10), endTime: null }
  const timed = { id: 2, startTime: at(20), endTime: at(30) }
  const shown = (records: Parameters<typeof periodsOf>[0]) =>
    periodsOf(records).map(({ record, startTime, endTime }) => [
      record.id,
      startTime.getTime() / 1000,
      endTime === null ? null : endTime.getTime() / 1000,
    ])
  expect(shown([timed, open])).toEqual([
    [1, 10, 20],
    [2, 20, 30],
    [1, 30, null],
  ])
  // One that begins and ends unseen below another changes nothing.
  const below = { id: 3, startTime: at(5), endTime: at(25) }
  expect(shown([{ ...timed, endTime: at(40) }, below])).toEqual([
    [3, 5, 20],
    [2, 20, 40],
  ])
  expect(shown([{ ...timed, id: 4, startTime: at(50), endTime: at(60) }, timed])).toEqual([
    [2, 20, 30],
    [4, 50, 60],
  ])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer({ min: 1, max: 8 })))),
      (given) => {
        const records = given.map(([start, length], id) => ({
          id,
          startTime: at(start),
          endTime: length === null ? null : at(start + length),
        }))
        const periods = periodsOf(records)
        for (let second = 0; second < 30; second++) {
          const within = periods.filter(
            (one) => one.startTime <= at(second) && (one.endTime === null || one.endTime > at(second)),
          )
          expect(within.map((one) => one.record)).toEqual(
            [rulingAt(records, at(second))].filter((one) => one !== null),
          )
        }
      },
    ),
  )
})

test('rates: margin, change, and none without a figure to hold against', () => {
  expect(grossRate(1280, 960)).toBe(25)
  expect(grossRate(0, 960)).toBeNull()
  expect(changeRate(1280, 1320)).toBe(3.13)
  expect(changeRate(1280, 1200)).toBe(-6.25)
  expect(changeRate(null, 1200)).toBeNull()
  expect(basisPoints(95.01)).toBe(9501)
})

test('periods of days share one when neither ends before the other begins', () => {
  const may = { startDate: '2026-05-01', endDate: '2026-05-31' }
  expect(overlaps(may, { startDate: '2026-05-31', endDate: '2026-06-30' })).toBe(true)
  expect(overlaps(may, { startDate: '2026-06-01', endDate: '2026-06-30' })).toBe(false)
})

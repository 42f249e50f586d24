import { expect, test } from 'vitest'
import { cardFits } from '#kit/shared/identity.ts'
import { averageOf, lifeStageOf, pathBelow, uidsIn, userNoFits, withCheckDigit } from './user.rules.ts'

test('a member number has ten digits, and one that is mistyped does not fit', () => {
  const number = withCheckDigit('100000001')
  expect(number).toHaveLength(10)
  expect(userNoFits(number)).toBe(true)
  for (let at = 0; at < 10; at++) {
    const other = (Number(number[at]) + 1) % 10
    expect(userNoFits(`${number.slice(0, at)}${other}${number.slice(at + 1)}`), `digit ${at}`).toBe(false)
  }
})

test('an identity card has a day that there is and the check sign that follows', () => {
  expect(cardFits('11010519491231002X')).toBe(true)
  expect(cardFits('440524188001010014')).toBe(true)
  expect(cardFits('110105194912310021')).toBe(false)
  expect(cardFits('11010519490231002X')).toBe(false)
  expect(cardFits('11010519491231002x')).toBe(false)
})

const now = new Date('2025-08-01T04:00:00Z')
const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000)
const days = { churn_days: 180, sleep_days: 60 }

test.for([
  [
    '流失',
    6,
    {
      payCount: 2,
      lastPayTime: new Date('2025-01-10T00:00:00Z'),
      lastVisitTime: new Date('2025-02-01T00:00:00Z'),
    },
  ],
  ['沉睡', 5, { payCount: 2, lastPayTime: ago(180), lastVisitTime: null }],
  ['沉睡 after 60 days', 5, { payCount: 1, lastPayTime: ago(61), lastVisitTime: ago(300) }],
  ['新客', 1, { payCount: 0, createTime: ago(30) }],
  ['未购', 2, { payCount: 0, createTime: ago(31) }],
  ['首购', 3, { payCount: 1, lastPayTime: ago(1) }],
  ['活跃', 4, { payCount: 2, lastPayTime: ago(90), lastVisitTime: ago(60) }],
] as const)('U §2.2: %s', ([, stage, facts]) => {
  const whole = { createTime: ago(400), lastPayTime: null, lastVisitTime: null, ...facts }
  expect(lifeStageOf(whole, days, now)).toBe(stage)
})

test('the average of payments is rounded to the cent', () => {
  expect(averageOf(0, 0)).toBe(0)
  expect(averageOf(10_000, 3)).toBe(3333)
  expect(averageOf(20_000, 3)).toBe(6667)
})

test('a path names those above, from the first on', () => {
  expect(pathBelow(pathBelow('', 1), 7)).toBe('1/7/')
  expect(uidsIn('1/7/12/')).toEqual([1, 7, 12])
  expect(uidsIn('')).toEqual([])
})

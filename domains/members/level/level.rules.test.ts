import { expect, test } from 'vitest'
import { splitMoney } from '#kit/shared/money.ts'
import { equityFault } from './equity.rules.ts'
import { backOf, fallen, type GrowthLevel, rateOf, targetOf, thresholdsRise } from './level.rules.ts'

const level = (grade: number, experience: number, more: Partial<GrowthLevel> = {}): GrowthLevel => ({
  ...{ id: grade * 10, grade, experience, keepExperience: null },
  ...{ needNetAmount: null, needPayCount: null, needTaskId: null },
  ...more,
})
const LEVELS = [level(1, 0), level(2, 500), level(3, 2000), level(4, 5000)]
const NOTHING = { netAmount: 0, payCount: 0, doneTasks: new Set<number>() }

test('U §12: the growth of an order by its lines, and what single pieces take back of it', () => {
  const parts = splitMoney(344, [17_786, 6393, 2356, 7942])
  expect(parts).toEqual([177, 64, 24, 79])
  expect([backOf(177, 0, 1000, 3000), backOf(177, 1000, 1000, 3000), backOf(177, 2000, 1000, 3000)]).toEqual([
    59, 59, 59,
  ])
  // The last piece takes the rest, and no piece more than once.
  expect([backOf(10, 0, 1, 3), backOf(10, 1, 1, 3), backOf(10, 2, 1, 3), backOf(10, 3, 1, 3)]).toEqual([
    3, 3, 4, 0,
  ])
})

test('U §3.4: the highest level that growth reaches and whose conditions hold', () => {
  expect(targetOf(LEVELS, 2194, NOTHING)?.grade).toBe(3)
  expect(targetOf(LEVELS, 1999, NOTHING)?.grade).toBe(2)
  const strict = [level(1, 0), level(2, 500, { needNetAmount: 10_000, needPayCount: 2, needTaskId: 7 })]
  const merits = { netAmount: 10_000, payCount: 2, doneTasks: new Set([7]) }
  expect(targetOf(strict, 600, merits)?.grade).toBe(2)
  for (const less of [{ netAmount: 9999 }, { payCount: 1 }, { doneTasks: new Set<number>() }])
    expect(targetOf(strict, 600, { ...merits, ...less })?.grade).toBe(1)
  expect(targetOf([level(1, 100)], 99, NOTHING)).toBeNull()
})

test('U §12 mode 2: who does not keep a level falls by one step, and never below the target', () => {
  const [normal, , silver, gold] = LEVELS
  expect(fallen(LEVELS, gold ?? level(0, 0), silver ?? null, 1)?.grade).toBe(3)
  expect(fallen(LEVELS, gold ?? level(0, 0), normal ?? null, 1)?.grade).toBe(3)
  expect(fallen(LEVELS, gold ?? level(0, 0), normal ?? null, 2)?.grade).toBe(2)
  expect(fallen(LEVELS, gold ?? level(0, 0), normal ?? null, 9)?.grade).toBe(1)
  expect(fallen(LEVELS, normal ?? level(0, 0), null, 1)).toBeNull()
})

test('U §12: the lowest discount of the levels somebody has', () => {
  expect(rateOf([95, 92, 97])).toBe(9200)
  expect(rateOf([null, null])).toBe(10_000)
  expect(rateOf([99.99, null])).toBe(9999)
})

test('U §14: thresholds rise with the grades, and benefits say what fits them', () => {
  expect(thresholdsRise(LEVELS)).toBe(true)
  expect(thresholdsRise([level(2, 500), level(1, 500)])).toBe(false)
  expect(equityFault(8, '10')).toBe('优先级应在1到9之间')
  expect(equityFault(9, '31')).toBeNull()
  expect(equityFault(9, 'x')).toBe('每月次数应在1到31之间')
  expect(equityFault(10, '')).toBe('请输入自定义内容')
  expect(equityFault(1, '5')).toBe('等级的享受折扣无需填写')
  expect(equityFault(3, 'abc')).toBe('福袋格式不正确')
})

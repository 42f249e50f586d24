import { expect, test } from 'vitest'
import { checkNotGone, isHandled, isPastCutOff, nextStatus } from './shipTask.rules.ts'

test('W §5.2: a task is withdrawn while it waits or goods are missing', () => {
  expect([0, 8].map((one) => nextStatus(one, 'withdraw'))).toEqual([9, 9])
  expect(() => nextStatus(2, 'withdraw')).toThrow('当前状态为已拣货，不能撤回')
})

test('W §5.2: goods are handled from picking to checking, and gone from then on', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 8, 9].filter(isHandled)).toEqual([1, 2, 3, 4])
  expect(() => checkNotGone(5)).toThrow('货物已出库，请走售后流程')
  expect(() => checkNotGone(4)).not.toThrow()
})

test('W §4.3: after the cut-off a task is planned for the next day', () => {
  expect(['15:59', '16:00', '23:10'].map((now) => isPastCutOff(now, '16:00'))).toEqual([false, true, true])
  expect(isPastCutOff('23:10', '')).toBe(false)
})

import { expect, test } from 'vitest'
import { hourRange } from '#kit/fields/shared.ts'
import { canEnd, HOURS, hoursFault, readHours } from './hours.ts'

test('a day has 25 full hours to begin or end at', () => {
  expect([HOURS.length, HOURS[0], HOURS[9], HOURS.at(-1)]).toEqual([25, '00:00', '09:00', '24:00'])
})

test('an end before the start is none, an equal one only where it is allowed', () => {
  expect(['08:00', '09:00', '10:00'].map((end) => canEnd(end, '09:00', false))).toEqual([false, false, true])
  expect(canEnd('09:00', '09:00', true)).toBe(true)
  expect(hoursFault(readHours('09:00,18:00'), false)).toBe(null)
  expect(hoursFault(readHours('09:00,09:00'), true)).toBe(null)
  expect(hoursFault(readHours('09:00,09:00'), false)).toBe('结束时间须晚于开始时间')
  expect(hoursFault(readHours('09:00'), false)).toBe('请选择时间')
  expect(hoursFault(readHours('09:30,10:00'), false)).toBe('请选择时间')
})

test('the field stores the range as one text', () => {
  const field = hourRange('营业时间', { required: true })
  expect(field.schema.parse(' 09:00,24:00 ')).toBe('09:00,24:00')
  expect(field.schema.safeParse('').error?.issues[0]?.message).toBe('请选择营业时间')
  expect(field.schema.safeParse('18:00,09:00').error?.issues[0]?.message).toBe('结束时间须晚于开始时间')
  expect(hourRange('时段', { equal: true }).schema.parse('09:00,09:00')).toBe('09:00,09:00')
  expect(hourRange('时段').schema.parse(null)).toBe('')
})

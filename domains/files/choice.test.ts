import { expect, test } from 'vitest'
import { refusedChoice } from './choice.ts'

test('what is no choice is said', () => {
  const one = { multiple: false, limit: 1 }
  const three = { multiple: true, limit: 3 }
  expect(refusedChoice(0, one)).toBe('请先选择图片')
  expect(refusedChoice(1, one)).toBeNull()
  expect(refusedChoice(2, one)).toBe('最多只能选一张图片')
  expect(refusedChoice(3, three)).toBeNull()
  expect(refusedChoice(4, three)).toBe('最多只能选3张图片')
})

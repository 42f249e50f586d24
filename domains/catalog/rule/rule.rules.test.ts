import { expect, test } from 'vitest'
import { addRuleLine, addRuleValues, moveRuleValue } from './rule.rules.ts'

test('a specification whose name is there already is dropped, spaces do not make it another', () => {
  const lines = addRuleLine([], ' 尺码 ', 'S，M,S')
  expect(lines).toEqual([{ value: '尺码', detail: ['S', 'M'] }])
  expect(addRuleLine(lines, '尺码', 'L')).toEqual(lines)
})

test('values are added behind, each once, blank ones not at all', () => {
  expect(addRuleValues(['红'], '白,, 红 ，黑')).toEqual(['红', '白', '黑'])
})

test('a value moves to its new place', () => {
  expect(moveRuleValue(['红', '白', '黑'], 2, 0)).toEqual(['黑', '红', '白'])
  expect(moveRuleValue(['红', '白', '黑'], 0, 1)).toEqual(['白', '红', '黑'])
})

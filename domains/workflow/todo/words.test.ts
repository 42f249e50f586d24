import { expect, test } from 'vitest'
import { spanText } from '#kit/shared/text.ts'
import { safeAddress } from './words.ts'

test.each([
  [0, '不到1分钟'],
  [59, '不到1分钟'],
  [60, '1分钟'],
  [3599, '59分钟'],
  [3600, '1小时'],
  [7500, '2小时5分钟'],
  [86_400, '1天'],
  [86_400 + 3600 * 5 + 59, '1天5小时'],
])('%i seconds are %s', (seconds, text) => expect(spanText(seconds)).toBe(text))

test.each([
  ['/store/product/info/3', '/store/product/info/3'],
  ['https://erp.example/x', 'https://erp.example/x'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['', null],
])('%s leads to %s', (url, address) => expect(safeAddress(url)).toBe(address))

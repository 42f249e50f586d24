import { describe, expect, test } from 'vitest'
import { checkJson } from './jsonBounds.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const wide = (keys: number): string =>
  `{${Array.from({ length: keys }, (_, index) => `"k${index}":1`).join(',')}}`

describe('what a JSON text may hold', () => {
  test.each([
    ['64 levels', nested(64)],
    ['2,000 keys', wide(2000)],
    ['100,000 values in a list', `[${'1,'.repeat(99_998)}1]`],
    ['brackets in a text', JSON.stringify(nested(2000))],
    ['brackets behind an escaped quote', JSON.stringify(`"${nested(2000)}`)],
    ['a text that ends with a backslash', '["\\\\"]'],
    ['a text that never ends', `"${nested(2000)}`],
  ])('%s pass', (_, text) => {
    expect(() => checkJson(text)).not.toThrow()
    expect(() => checkJson(Buffer.from(text))).not.toThrow()
  })

  test.each([
    ['65 levels', nested(65), '请求内容嵌套不能超过64层'],
    ['2,001 keys', wide(2001), '请求中一个对象不能超过2000个字段'],
    ['more than 100,000 values', `[${'1,'.repeat(100_000)}1]`, '请求内容不能超过100000个值'],
    ['levels behind a text that ends with a backslash', `["\\\\",${nested(64)}]`, '请求内容嵌套不能超过64层'],
    [
      'levels behind a text with escaped quotes',
      `["a\\"b\\\\\\"",${nested(64)}]`,
      '请求内容嵌套不能超过64层',
    ],
    ['levels behind Chinese', `["嵌套",${nested(64)}]`, '请求内容嵌套不能超过64层'],
  ])('%s are refused', (_, text, message) => {
    expect(() => checkJson(text)).toThrow(message)
    expect(() => checkJson(Buffer.from(text))).toThrow(message)
  })
})

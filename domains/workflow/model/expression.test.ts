// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile, condition, ExpressionError, names } from './expression.ts'

const variables = {
  amount: 200,
  text: '200',
  name: 'abc',
  urgent: true,
  yes: 'true',
  nothing: null,
  list: ['a', 'b', 3],
  blank: '',
  none: [],
  order: { total: 12.5, lines: [{ sku: 'x' }], in: 1 },
  金额: 9999,
  部门: { 名称: '仓库' },
  nrOfAgreedInstances: 2,
  nrOfInstances: 4,
}
const value = (text: string) => compile(text).evaluate(variables)

describe('values', () => {
  test.each<[string, unknown]>([
    ['${amount >= 10000 && urgent != true}', false],
    ['#nrOfAgreedInstances / #nrOfInstances >= 0.5', true],
    ['#{amount}', 200],
    ['  ${ amount } ', 200],
    ['amount == 200', true],
    ["'200' == 200", true],
    ['text == amount and text ge 100', true],
    ['text lt 1000', true],
    ['name == \'abc\' and name ne "abd"', true],
    ['urgent == "true"', true],
    ['yes && !false', true],
    ['not urgent or false', false],
    ['amount eq 200 && amount le 200 && amount gt 1', true],
    ['1 + 2 * 3 - 4 / 2', 5],
    ['7 div 2', 3.5],
    ['7 mod 4 + 7 % 4', 6],
    ['-(amount) + +1', -199],
    ['text + 1', 201],
    ["'a' + 'b' + 1", 'ab1'],
    ["'1' + '2'", '12'],
    ['amount in [100, 200, 300]', true],
    ["name in ['x', 'y']", false],
    ['empty blank && empty none && empty nothing && not empty list', true],
    ['empty(order.lines)', false],
    ["amount > 100 ? 'big' : 'small'", 'big'],
    ['nothing == null', true],
    ['nothing != blank', true],
    ["null == ''", false],
    ['name == 200', false],
    ['[1, [2], []]', [1, [2], []]],
    ['order.total', 12.5],
    ['order["total"]', 12.5],
    ['order.lines[0].sku', 'x'],
    ['order.in', 1],
    ['list[1]', 'b'],
    ['list.length', 3],
    ['金额 > 100 && 部门.名称 == "仓库"', true],
    ['#金额 * 2', 19998],
    ['size(list) + size(name) + size(order)', 9],
    ["contains(list, 3) && contains(list, '3') && contains(name, 'bc')", true],
    ["startsWith(name, 'ab')", true],
    ["number('12.5') + number(1)", 13.5],
    ['string(amount) + string(null)', '200'],
    ['abs(-3)', 3],
    ['min(3, 1, 2) + max(list2[0], 9)'.replace('list2[0]', '1'), 10],
    ['max([1, 5], 3)', 5],
    ["'#name ${x} and;,'", '#name ${x} and;,'],
    ["\"it's\" == 'it\\'s'", true],
    ['false && missing', false],
    ['true || missing', true],
    ['true ? 1 : missing', 1],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected)
  })
})

test('the variables an expression asks for', () => {
  expect(names('#a / b.c > max(d, [e][f]) && a != "g"')).toEqual(['a', 'b', 'd', 'e', 'f'])
})

test('a condition is true or false, in words too', () => {
  expect(condition('yes')(variables)).toBe(true)
  expect(condition("'false'")(variables)).toBe(false)
  for (const text of ['amount', 'name', 'nothing', 'list', '1', "''"]) {
    expect(() => condition(text)(variables)).toThrow('条件的结果必须是 true 或 false')
  }
})

describe('no value', () => {
  test.each([
    ['missing', '变量「missing」不存在'],
    ['empty missing', '变量「missing」不存在'],
    ['toString', '变量「toString」不存在'],
    ['order.missing', '属性「missing」不存在'],
    ['order.toString', '属性「toString」不存在'],
    ['order.hasOwnProperty', '属性「hasOwnProperty」不存在'],
    ['list[7]', '属性「7」不存在'],
    ['list.map', '属性「map」不存在'],
    ['name.length', '属性「length」不存在'],
    ['nothing.x', '属性「x」不存在'],
    ['order[list]', '下标必须是数字或文本'],
    ['name > 5', '两个值无法比较大小'],
    ['nothing < 5', '两个值无法比较大小'],
    ['urgent >= false', '两个值无法比较大小'],
    ['list + 1', '需要数字'],
    ['name * 2', '需要数字'],
    ['-name', '需要数字'],
    ['1 / 0', '计算结果不是有效数字'],
    ['number("1e999")', '计算结果不是有效数字'],
    ['amount && urgent', '条件的结果必须是 true 或 false'],
    ['!name', '条件的结果必须是 true 或 false'],
    ['amount ? 1 : 2', '条件的结果必须是 true 或 false'],
    ['1 in amount', '需要列表'],
    ['size(amount)', '需要列表'],
    ["order['const' + 'ructor']", '不允许使用「constructor」'],
    ["order['__pro' + 'to__']", '不允许使用「__proto__」'],
  ])('%s', (text, message) => {
    expect(() => value(text)).toThrow(new ExpressionError(message))
  })
})

describe('attacks and mistakes do not even compile', () => {
  test.each([
    'constructor',
    '__proto__',
    'a.constructor',
    'a.__proto__.x',
    "a['constructor']",
    'a["prototype"]',
    "a['constructor']['constructor']('return process')()",
    'this',
    'this.constructor',
    'eval("1")',
    'Function("return 1")()',
    'process.exit(1)',
    'a.map(b)',
    'list.push(1)',
    'fetch("http://x")',
    'a = 1',
    'a == b = c',
    'a += 1',
    'a++',
    'a, b',
    '(a, b)',
    'a; b',
    'a;',
    ';',
    'a b',
    'max(1 2)',
    '[1 2]',
    '[1,,2]',
    '(a,)',
    ',a',
    'a?.b',
    'a ?? b',
    'a ** b',
    'a | b',
    '~a',
    'a === b',
    'a << 1',
    '/a/',
    'a => a',
    'x => { }',
    '`a`',
    '`${a}`',
    'new Date()',
    'typeof a',
    '{ a: 1 }',
    '...a',
    '@a',
    '1a',
    '1..2',
    '1e999',
    'a.',
    'a[',
    'a[]',
    '(',
    ')',
    '"open',
    "'open",
    'a &&',
    '&& a',
    '${a} and ${b}',
    '${a',
    'a > ',
    '',
    '   ',
    '${}',
    '#',
    '##a',
    'a#b',
    'a　b',
    'max()',
    'abs(1, 2)',
    'unknown(1)',
    '“a”',
  ])('%s', (text) => {
    expect(() => compile(text)).toThrow(ExpressionError)
  })

  test('limits', () => {
    expect(() => compile('a'.repeat(2_001))).toThrow('不能超过 2000 个字符')
    expect(compile('a'.repeat(2_000)).names).toHaveLength(1)
    expect(() => compile(`${'('.repeat(51)}a${')'.repeat(51)}`)).toThrow('嵌套不能超过 50 层')
    expect(compile(`${'('.repeat(50)}a${')'.repeat(50)}`).names).toEqual(['a'])
    expect(() => compile(`${'['.repeat(1_000)}`)).toThrow('嵌套不能超过 50 层')
    expect(() => compile(`${'!'.repeat(60)}a`)).toThrow('嵌套不能超过 50 层')
    expect(() => compile(`${'!'.repeat(1_999)}a`)).toThrow('嵌套不能超过 50 层')
    expect(() => compile(`a${'?a:a'.repeat(300)}`)).toThrow(ExpressionError)
    // A long row is no nesting.
    expect(compile(Array.from({ length: 200 }, () => '1').join('+')).evaluate({})).toBe(200)
    expect(() => compile(Array.from({ length: 260 }, () => '1').join('+'))).toThrow(
      '内容过于复杂（不能超过 500 个节点）',
    )
  })

  test('where a mistake is, is counted in what was written', () => {
    expect(() => compile('${a = 1}')).toThrow('第 5 个字符附近有语法错误')
    expect(() => compile('a @ 1')).toThrow('第 3 个字符附近有语法错误')
  })
})

test('compiled ones are kept by their text', () => {
  expect(compile('amount + 17')).toBe(compile('amount + 17'))
  for (let number = 0; number < 1_100; number++) compile(`amount + ${number} * 3`)
  expect(compile('amount + 17').evaluate(variables)).toBe(217)
})

test('whatever is written is refused or has a value', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'list',
      '.',
      '[',
      ']',
      '(',
      ')',
      ',',
      '"',
      "'",
      '1',
      ' ',
      '#',
      '${',
      '}',
      '?',
      ':',
      '!',
      '==',
      '<',
    ],
    ...[
      '&&',
      'and',
      ' in ',
      'empty ',
      'size',
      'constructor',
      '__proto__',
      '中',
      ';',
      '=',
      '-',
      '\\',
      '`',
      '.1',
    ],
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((found) => found.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      try {
        compile(text).evaluate({ a: { list: [1] }, list: ['a', 1], 中: 'x' })
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
      }
    }),
    { numRuns: Number(process.env.TS_PROPERTY_RUNS ?? 3_000) },
  )
})

import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  barcodeCheckDigitFits,
  debounce,
  digitsOnly,
  firstLetter,
  formatAmount,
  groupedNumber,
  hasPermission,
  isAmount,
  isDigits,
  isMobile,
  isUpperAlnum,
  sameOriginPath,
  shortenNumber,
  textWidth,
  timeAgo,
  truncate,
} from './text.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  [-5, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [3599, '59分钟前'],
  [3600, '1小时前'],
  [86_399, '23小时前'],
  [47 * 3600, '1天前'],
  [50 * 3600, '2天前'],
])('%d s ago is %s', (age, expected) => {
  expect(timeAgo(1_000_000 - age, 1_000_000)).toBe(expected)
})

test.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12.3k'],
  [999_960, '1M'],
  [2_000_000, '2M'],
  [-1_500, '-1.5k'],
  [3.2e18, '3.2E'],
  [5e21, '5000E'],
])('%d is short %s', (value, expected) => {
  expect(shortenNumber(value)).toBe(expected)
})

describe('truncate', () => {
  test('counts ASCII 1 and others 2', () => {
    expect(truncate('通商平台商品列表')).toBe('通商平台商…')
    expect(truncate('abcdefghij')).toBe('abcdefghij')
    expect(truncate('abcdefghijk')).toBe('abcdefghij…')
    expect(truncate('abcdefghi中')).toBe('abcdefghi…')
    expect(truncate('通商', 3)).toBe('通…')
  })

  test('never exceeds the limit and never breaks a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, limit) => {
        const short = truncate(text, limit)
        if (short === text) return textWidth(text) <= limit
        const kept = short.slice(0, -1)
        return text.startsWith(kept) && textWidth(kept) <= limit && kept.isWellFormed()
      }),
    )
  })
})

test('debounce calls once, late, with the last arguments', () => {
  vi.useFakeTimers()
  const act = vi.fn()
  const later = debounce(act)
  later('a')
  vi.advanceTimersByTime(499)
  later('b')
  vi.advanceTimersByTime(499)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act.mock.calls).toEqual([['b']])
  later('c')
  later.cancel()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledTimes(1)
})

test.each([
  [12.345, '12.35'],
  ['12.345', '12.35'],
  [1.005, '1.01'],
  [-1.005, '-1.01'],
  ['7', '7.00'],
  [1e-7, '0.00'],
  [-0.001, '0.00'],
  ['', '0.00'],
  ['abc', '0.00'],
  [null, '0.00'],
  [undefined, '0.00'],
  [Number.NaN, '0.00'],
  [Number.POSITIVE_INFINITY, '0.00'],
])('amount %j is %s', (value, expected) => {
  expect(formatAmount(value)).toBe(expected)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234567, '-1,234,567'],
  [12345.678, '12,345.678'],
])('number %j is %s', (value, expected) => {
  expect(groupedNumber(value)).toBe(expected)
})

test('checks', () => {
  expect(digitsOnly('a1-2 ３x3')).toBe('123')
  expect(['13800138000', '12800138000', '1380013800', '138001380000'].map(isMobile)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(['0123', '', '1.2', '-1'].map(isDigits)).toEqual([true, false, false, false])
  expect(['AB12', 'ab12', '', 'A-1'].map(isUpperAlnum)).toEqual([true, false, false, false])
  for (const good of ['12', '12.3', '12.34', '0', '0.5', '0.50', '0.00', '9.9'])
    expect([good, isAmount(good)]).toEqual([good, true])
  for (const bad of ['', '-1', '012', '00', '00.5', '12.', '.5', '1.234', '1e3', 'abc', '1,000'])
    expect([bad, isAmount(bad)]).toEqual([bad, false])
})

test('hasPermission: any one, the one that grants all, and never without a code', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(hasPermission(['a:b', 'c:d'], ['x:y', 'c:d'])).toBe(true)
  expect(hasPermission(['*:*:*'], ['x:y'])).toBe(true)
  expect(hasPermission(['a:b'], ['a:b:c', 'a'])).toBe(false)
  expect(hasPermission(undefined, ['a:b'])).toBe(false)
  expect(complaint).not.toHaveBeenCalled()
  expect(hasPermission(['*:*:*'], [])).toBe(false)
  expect(complaint).toHaveBeenCalledTimes(1)
})

test('barcode check digits', () => {
  for (const good of [
    '6901234567892',
    '96385074',
    '036000291452',
    '10614141000415',
    '',
    '123',
    'ABC12345',
    '690123456789012',
  ])
    expect([good, barcodeCheckDigitFits(good)]).toEqual([good, true])
  for (const bad of ['6901234567893', '96385075', '036000291453', '10614141000416'])
    expect([bad, barcodeCheckDigitFits(bad)]).toEqual([bad, false])
})

test('first letters', () => {
  const expected: Record<string, string> = {
    A: '安踏 阿里 艾美特 爱仕达 奥克斯',
    B: '八马 百雀羚 北京 比亚迪 宝洁',
    C: '嚓 长城 重庆 超能 创维',
    D: '大白兔 得力 东鹏 搭 叠纸',
    E: '鄂尔多斯 恩施 饿了么 鹅',
    F: '发 方太 飞利浦 富士',
    G: '格力 光明 旮 贵州',
    H: '哈尔滨 海尔 华为 恒大',
    J: '佳能 机械 九阳 金龙鱼',
    K: '咖啡 卡西欧 康师傅 可口可乐',
    L: '拉芳 垃 联想 老干妈 绿源',
    M: '妈 马应龙 美的 蒙牛 麻',
    N: '拿 那 耐克 农夫山泉 南孚',
    O: '欧莱雅 噢 偶',
    P: '啪 帕 飘柔 苹果 普洱',
    Q: '七匹狼 奇瑞 青岛 全棉',
    R: '然 荣威 如意 人民 日丰',
    S: '撒 三只松鼠 苏泊尔 索尼 上海',
    T: '他 天猫 统一 通商 特步',
    W: '娃哈哈 瓦 王老吉 五粮液 万和',
    X: '西门子 小米 心相印 夕 雪花 厦门',
    Y: '丫 鸭 伊利 云南白药 养乐多',
    Z: '杂 扎 中粮 张裕 珠江 字节 曾记',
  }
  const wrong = Object.entries(expected).flatMap(([letter, names]) =>
    names
      .split(' ')
      .filter((name) => firstLetter(name) !== letter)
      .map((name) => `${name} ${firstLetter(name)}`),
  )
  expect(wrong).toEqual([])
  expect(['nike', 'Ölwerk', 'ＢＹＤ', '361度', '', ' 小米', '😀', 'Яндекс'].map(firstLetter)).toEqual([
    'N',
    'O',
    'B',
    '#',
    '#',
    'X',
    '#',
    '#',
  ])
})

describe('sameOriginPath', () => {
  test.each([
    ['/orders?page=2#x', '/orders?page=2#x'],
    ['/a/../b', '/b'],
    ['/search?to=https://a.example/', '/search?to=https://a.example/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['orders', '/'],
    ['', '/'],
    [null, '/'],
    [undefined, '/'],
  ])('%j → %s', (redirect, expected) => {
    expect(sameOriginPath(redirect)).toBe(expected)
  })

  test('whatever comes in, a browser stays here', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '\t', '\n', ':', '@', 'a', '%2f', 'https:', '?', '#', ' '),
    })
    fc.assert(
      fc.property(nasty, (redirect) => {
        expect(new URL(sameOriginPath(redirect), 'https://shop.example').origin).toBe('https://shop.example')
      }),
      { numRuns: 2000 },
    )
  })
})

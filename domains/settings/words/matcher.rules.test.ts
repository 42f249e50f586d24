import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { budget, meanOwnTime } from '../../../tests/ownTime.ts'
import { masked, matcherOf, type Pattern, placesInHtml } from './matcher.rules.ts'

const bare = (word: string, ...whiteWords: string[]): Pattern => ({ word, matchType: 2, whiteWords })
const exact = (word: string, ...whiteWords: string[]): Pattern => ({ word, matchType: 1, whiteWords })
const starred = (patterns: readonly Pattern[], text: string) =>
  masked(text, matcherOf(patterns).find(text), '*')
const wordsIn = (patterns: readonly Pattern[], text: string) =>
  matcherOf(patterns)
    .find(text)
    .map((one) => one.pattern.word)

describe('P16-33 the worked figures', () => {
  const gambling = [bare('赌博', '赌博机制')]
  test('the whole span is replaced, the sign between as well', () => {
    expect(starred(gambling, '来赌—博吧')).toBe('来***吧')
  })
  test('inside of an exception nothing counts, beside it the word does', () => {
    expect(starred(gambling, '反赌博机制')).toBe('反赌博机制')
    expect(starred(gambling, '赌博机制和赌博')).toBe('赌博机制和**')
  })
  test('spaces, zero-width characters, full width, upper case, traditional characters', () => {
    expect(starred([bare('代开发票')], '代 开\u200b發，票')).toBe('*******')
    expect(starred([exact('vip卡')], 'ＶＩＰ卡')).toBe('****')
    expect(starred([bare('加V')], '加 ｖ')).toBe('***')
  })
})

test('an exact word wants its characters side by side', () => {
  expect(starred([exact('赌博')], '赌 博 赌博')).toBe('赌 博 **')
})

test('the longer word counts first; an excepted one leaves the shorter to be found', () => {
  expect(wordsIn([bare('发票'), bare('代开发票')], '代开发票')).toEqual(['代开发票'])
  expect(wordsIn([bare('博平'), bare('赌博平台')], '赌博平台')).toEqual(['赌博平台'])
  expect(wordsIn([bare('发票'), bare('代开发票', '代开发票服务')], '代开发票服务')).toEqual(['发票'])
})

test('a word of signs is found as it stands', () => {
  expect(starred([bare('$$$')], 'a$$$b')).toBe('a***b')
})

test('tags of HTML are not read and not replaced', () => {
  const html = '<p title="赌博">来赌<b>博</b>吧</p>'
  const inside = placesInHtml(html)
  const found = matcherOf([bare('赌博')]).find(html, inside)
  expect(masked(html, found, '*', inside)).toBe('<p title="赌博">来*<b>*</b>吧</p>')
})

describe('properties', () => {
  const word = fc.string({ unit: fc.constantFrom('赌', '博', 'a', 'B', '票'), minLength: 1, maxLength: 4 })
  const text = fc.string({
    unit: fc.constantFrom('赌', '博', '賭', 'a', 'Ｂ', '票', '—', ' ', '\u200b', '好'),
    maxLength: 40,
  })
  const plain = (given: string) =>
    [...given.normalize('NFKC').toLowerCase().replaceAll('賭', '赌')]
      .filter((one) => !['—', ' ', '\u200b'].includes(one))
      .join('')

  test('a word is found exactly when it stands in the text without its separators', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), text, (words, given) => {
        const found = matcherOf(words.map((one) => bare(one))).find(given)
        expect(found.length > 0).toBe(words.some((one) => plain(given).includes(plain(one))))
        for (const { pattern, start, end } of found)
          expect(plain(given.slice(start, end))).toBe(plain(pattern.word))
      }),
    )
  })

  test('hits do not overlap, replacing keeps the length, and afterwards nothing is left', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), text, (words, given) => {
        const matcher = matcherOf(words.map((one) => bare(one)))
        const found = matcher.find(given)
        for (const [index, hit] of found.entries())
          expect(hit.start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0)
        const made = masked(given, found, '囗')
        expect(made.length).toBe(given.length)
        expect(matcher.find(made)).toEqual([])
      }),
    )
  })
})

test('10,000 words, 2,000 characters in under 2 ms', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const characters = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + random(3000))).join('')
  const words = Array.from({ length: 10_000 }, () => bare(characters(2 + random(5))))
  const matcher = matcherOf(words)
  const text = `${characters(1990)}${words[9]?.word}`
  expect(matcher.find(text).length).toBeGreaterThan(0)
  expect(meanOwnTime(200, () => matcher.find(text))).toBeLessThan(budget(2))
})

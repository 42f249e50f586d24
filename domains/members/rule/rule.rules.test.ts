import { expect, test } from 'vitest'
import {
  circleFrom,
  fromSample,
  isDay,
  type Rule,
  readRule,
  readValue,
  ruleWords,
  tagsIn,
  withTag,
} from './rule.rules.ts'

const one = { field: 'payAmount', op: 'ge', value: '300.00', window: { type: 'lastDays', n: 30 } }
const group = (...items: unknown[]) => ({ match: 'all', items })

test('U §4.5: a rule of three levels is read, one of four is not', () => {
  expect(readRule(group(one, group(one, group(one))))).toEqual({
    value: { match: 'all', items: [one, { match: 'all', items: [one, { match: 'all', items: [one] }] }] },
  })
  expect(readRule(group(group(group(group(one)))))).toEqual({ reason: '条件最多3层30个' })
})

test('U §14: no condition, too many, unknown ways to compare and days that there are not', () => {
  expect(readRule(group())).toEqual({ reason: '请至少添加一个条件' })
  expect(readRule(group(group()))).toEqual({ reason: '请至少添加一个条件' })
  const many = (n: number) => group(group(...Array<unknown>(n).fill(one)), one)
  expect(readRule(many(29))).toHaveProperty('value')
  expect(readRule(many(30))).toEqual({ reason: '条件最多3层30个' })
  expect(readRule(group({ ...one, op: 'like' }))).toEqual({ reason: '条件的比较方式不正确' })
  for (const window of [
    { type: 'lastDays', n: 0 },
    { type: 'lastDays', n: 1096 },
    { type: 'range', from: '2026-02-30', to: '2026-03-01' },
    { type: 'range', from: '2026-03-02', to: '2026-03-01' },
    { type: 'week' },
  ])
    expect(readRule(group({ ...one, window }))).toEqual({ reason: '条件的时间范围不正确' })
  for (const value of ['text', 7, [one], { match: 'some', items: [one] }, { items: [one] }])
    expect(readRule(value)).toEqual({ reason: '规则格式不正确' })
})

test.each([
  ['money', 'ge', '300', { value: '300.00' }],
  ['money', 'ge', '300.001', null],
  ['money', 'between', ['1.00', '2.50'], { value: ['1.00', '2.50'] }],
  ['money', 'between', ['2.50', '1.00'], null],
  ['number', 'eq', 3, { value: 3 }],
  ['number', 'eq', 3.5, null],
  ['number', 'eq', '3', null],
  ['date', 'lt', '2026-01-31', { value: '2026-01-31' }],
  ['date', 'lt', '2026-01-32', null],
  ['ref', 'in', [9, 9, 4], { value: [9, 4] }],
  ['ref', 'in', [], null],
  ['ref', 'in', ['1); drop table "user"; --'], null],
  ['flag', 'is', 1, { value: 1 }],
  ['flag', 'is', true, null],
  ['text', 'contains', '  abc ', { value: 'abc' }],
  ['text', 'contains', '', null],
  ['text', 'ge', 'a', null],
] as const)('U §4.5: of %s %s %j', (type, op, value, read) => {
  const ops = ['eq', 'ge', 'lt', 'between', 'in', 'notIn', 'is', 'contains', 'same', 'empty'] as const
  expect(readValue({ type, ops: type === 'text' ? ['same', 'contains'] : ops }, op, value)).toEqual(read)
})

test('U §4.5: a choice takes its own values alone', () => {
  const facts = { type: 'choice', ops: ['in'], choices: [{ value: 1, label: '男' }] } as const
  expect(readValue(facts, 'in', [1])).toEqual({ value: [1] })
  expect(readValue(facts, 'in', [1, 4])).toBeNull()
})

const rule: Rule = {
  match: 'all',
  items: [
    { field: 'payCount', op: 'ge', value: 2 },
    {
      match: 'any',
      items: [
        { field: 'hasTag', op: 'notIn', value: [9, 4] },
        { field: 'age', op: 'empty', value: null },
      ],
    },
  ],
}

test('U §4.2: a rule tells the tags it asks for, and asks for another one after a merge', () => {
  expect(tagsIn(rule)).toEqual([9, 4])
  expect(tagsIn(withTag(rule, 9, 4))).toEqual([4])
  expect(tagsIn(null)).toEqual([])
  expect(ruleWords(rule, ({ field }) => field)).toBe('payCount 且 （hasTag 或 age）')
})

test('U §14: a circle is told from where it was made', () => {
  const uses: Readonly<Record<number, number[]>> = { 1: [2], 2: [3], 3: [1], 4: [1] }
  expect(circleFrom(2, (id) => uses[id] ?? [])).toEqual([2, 3, 1, 2])
  expect(circleFrom(4, (id) => uses[id] ?? [])).toBeNull()
})

test('U §12: 248 hits in 20 000 of 1 000 000 are about 12 400 ± 1 534', () => {
  expect(fromSample(248, 20_000, 1_000_000)).toEqual({ num: 12_400, margin: 1534 })
  expect(fromSample(0, 0, 0)).toEqual({ num: 0, margin: 0 })
})

test('U §4.5: days of the calendar', () => {
  expect(['2024-02-29', '2026-02-29', '2026-1-1', 'x'].map(isDay)).toEqual([true, false, false, false])
})

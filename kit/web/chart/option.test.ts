import { expect, test } from 'vitest'
import { luminanceOf } from '#kit/web/theme.ts'
import type { ChartFacts } from './facts.ts'
import { type Look, optionOf, pointsOf } from './option.ts'
import { coloursOn, DASHES, MOST_SERIES, SYMBOLS } from './palette.ts'

const LIGHT = '#ffffff'
const DARK = '#141414'

const look: Look = {
  text: '#000000',
  weak: '#555555',
  rule: '#eeeeee',
  ground: LIGHT,
  font: 'sans-serif',
  motion: true,
  narrow: false,
  leads: false,
}
const facts: ChartFacts = {
  title: '耗时',
  of: '节点',
  unit: '小时',
  rows: ['审批', '复核'],
  series: [
    { name: '平均', values: [1, null] },
    { name: '最长', values: [20_000, 3] },
  ],
}

test('a figure with a time holds until the next row, and ends where the next row has none', () => {
  expect(pointsOf([5, 6, null], [10, 20, 30])).toEqual([
    { row: 0, x: 10_000, y: 5 },
    { row: 0, x: 20_000, y: 5 },
    { row: 1, x: 20_000, y: 6 },
    { row: 1, x: 30_000, y: 6 },
    { row: 2, x: 30_000, y: null },
  ])
  expect(pointsOf([5, null])).toEqual([
    { row: 0, x: 0, y: 5 },
    { row: 1, x: 1, y: null },
  ])
})

test.each([LIGHT, DARK])(
  'on %s each series is told apart, three times as bright or dark as its ground',
  (ground) => {
    const colours = coloursOn(ground)
    expect(new Set(colours).size).toBe(MOST_SERIES)
    for (const colour of colours) {
      const [low = 0, high = 0] = [luminanceOf(colour), luminanceOf(ground)].sort((one, other) => one - other)
      expect((high + 0.05) / (low + 0.05), colour).toBeGreaterThan(3)
    }
    const marks = colours.map((_, at) => `${DASHES[at]} ${SYMBOLS[at]}`)
    expect(new Set(marks).size).toBe(MOST_SERIES)
  },
)

test('bars lie below each other in the order of the rows, lines go from left to right', () => {
  const bars = optionOf(facts, 'bar', look)
  expect(bars.yAxis).toMatchObject({ type: 'category', data: ['审批', '复核'], inverse: true })
  expect(bars.series).toMatchObject([
    { type: 'bar', data: [1, '-'] },
    { type: 'bar', data: [20_000, 3] },
  ])
  const line = optionOf(facts, 'line', look)
  expect(line.xAxis).toMatchObject({ type: 'category', data: ['审批', '复核'] })
  expect(optionOf({ ...facts, times: [10, 20] }, 'line', look).xAxis).toMatchObject({ type: 'time' })
})

test('nothing moves for who asks for that, and nothing moves for longer than 150 ms', () => {
  expect(optionOf(facts, 'bar', look)).toMatchObject({ animation: true, animationDuration: 150 })
  const still = optionOf(facts, 'bar', { ...look, motion: false })
  expect(still).toMatchObject({ animation: false, tooltip: { transitionDuration: 0 } })
})

test('on a phone there are fewer figures at the axis, and names are cut', () => {
  expect(optionOf(facts, 'bar', { ...look, narrow: true })).toMatchObject({
    xAxis: { splitNumber: 3 },
    yAxis: { axisLabel: { width: 96, overflow: 'truncate' } },
  })
})

test('a series that means the same everywhere keeps its colour whichever others there are', () => {
  const series = [
    { name: '正常', values: [1, 2] },
    { name: '已过期', values: [1, 2], hue: 3 },
  ]
  const [first, , , fourth] = coloursOn(look.ground)
  expect(optionOf({ ...facts, series }, 'bar', look).series).toMatchObject([
    { color: first },
    { color: fourth },
  ])
})

test('an axis of whole figures has no parts of one between them', () => {
  const people = { ...facts, unit: '人', series: [{ name: '用户数', values: [0, 1] }] }
  expect(optionOf(people, 'line', look).yAxis).toMatchObject({ minInterval: 1 })
  const hours = { ...facts, series: [{ name: '平均', values: [0.5, 1] }] }
  expect(optionOf(hours, 'line', look).yAxis).not.toHaveProperty('minInterval')
  // In 万 a part of one is a whole figure.
  expect(optionOf(facts, 'line', look).yAxis).not.toHaveProperty('minInterval')
})

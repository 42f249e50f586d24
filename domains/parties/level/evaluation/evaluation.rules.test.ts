import { expect, test } from 'vitest'
import { columnsOf } from '#kit/web/lines/line.ts'
import { ruleLineShape } from './evaluation.entity.ts'
import {
  bandsFit,
  figureText,
  gradesFit,
  levelFor,
  mustFall,
  ruleErrors,
  scoreOfFigure,
  scoresOf,
  shareOf,
  starOf,
  totalScore,
} from './evaluation.rules.ts'

const STARS = { star5: 90, star4: 80, star3: 70, star2: 60 }
const line = (weight: number, score: number | null) => ({ weight, score })

test('the worked score: weighted, rounded half up at the end, four stars', () => {
  const score = totalScore([line(40, 80), line(20, 90), line(25, 95), line(15, 85)], 0)
  expect(score).toBe(86.5)
  expect(starOf(score, STARS)).toBe(4)
})

test('a dimension without a figure leaves its weight to the others', () => {
  expect(totalScore([line(40, 80), line(20, 90), line(40, null)], 0)).toBe(83.33)
  expect(totalScore([line(50, null), line(50, null)], 0)).toBe(0)
})

test('the adjustment is added and the score cut to 0–100', () => {
  expect(totalScore([line(100, 95)], 10)).toBe(100)
  expect(totalScore([line(100, 5)], -10)).toBe(0)
  expect(totalScore([line(100, 86.5)], -1.25)).toBe(85.25)
  expect(starOf(59.99, STARS)).toBe(1)
  expect(starOf(90, STARS)).toBe(5)
})

test('bands follow each other without gap or overlap over all there can be', () => {
  const open = [
    { from: null, to: 60, score: 20 },
    { from: 60, to: 80, score: 60 },
    { from: 80, to: null, score: 100 },
  ]
  expect(bandsFit(4, open)).toBe(true)
  expect(bandsFit(7, open)).toBe(true)
  expect(bandsFit(1, open)).toBe(true)
  expect(bandsFit(4, [{ from: 0, to: 100, score: 1 }])).toBe(true)
  expect(bandsFit(1, [{ from: 0, to: 100, score: 1 }])).toBe(false)
  expect(bandsFit(7, [{ from: 0, to: null, score: 1 }])).toBe(false)
  expect(
    bandsFit(4, [
      { from: 0, to: 50, score: 1 },
      { from: 51, to: 100, score: 2 },
    ]),
  ).toBe(false)
  expect(
    bandsFit(4, [
      { from: 0, to: 50, score: 1 },
      { from: 49, to: 100, score: 2 },
    ]),
  ).toBe(false)
  expect(bandsFit(4, [{ from: 50, to: 50, score: 1 }])).toBe(false)
  expect(bandsFit(4, [])).toBe(false)
  expect(bandsFit(8, [])).toBe(true)
})

test('a figure finds its band: from belongs to it, to does not, the last end does', () => {
  const rule = {
    ruleName: '回款',
    dimension: 4 as const,
    weight: 50,
    bands: [
      { from: 90, to: 100, score: 95 },
      { from: 0, to: 90, score: 40 },
    ],
  }
  expect(scoreOfFigure(rule, 89.99)).toBe(40)
  expect(scoreOfFigure(rule, 90)).toBe(95)
  expect(scoreOfFigure(rule, 100)).toBe(95)
  const manual = { ruleName: '人工', dimension: 8 as const, weight: 50, bands: [] }
  expect(scoresOf([rule, manual], { 8: 77 })).toEqual([
    { ruleName: '回款', dimension: 4, weight: 50, figure: null, score: null },
    { ruleName: '人工', dimension: 8, weight: 50, figure: 77, score: 77 },
  ])
})

test('weights of a version sum to 100.00, dimensions differ, stars descend', () => {
  const band = [{ from: null, to: null, score: 50 }]
  const of = (dimension: 1 | 2, weight: number) => ({ ruleName: 'x', dimension, weight, bands: band })
  expect(ruleErrors({ lines: [of(1, 33.33), of(2, 66.67)], ...STARS })).toEqual([])
  expect(ruleErrors({ lines: [of(1, 33.33), of(2, 66.66)], ...STARS })).toEqual([
    { field: 'lines', message: '权重合计须为100' },
  ])
  expect(ruleErrors({ lines: [of(1, 50), of(1, 50)], ...STARS })).toEqual([
    { field: 'lines.1.dimension', message: '指标不能重复' },
  ])
  expect(ruleErrors({ lines: [of(1, 50), of(2, 50)], ...STARS, star4: 95 })).toHaveLength(1)
})

test('the highest level whose score and month’s amount are reached', () => {
  const levels = [
    { id: 1, grade: 1, minScore: 0, minMonthAmount: null },
    { id: 2, grade: 2, minScore: 70, minMonthAmount: null },
    { id: 3, grade: 3, minScore: 85, minMonthAmount: 10_000_00 },
  ]
  expect(levelFor(levels, 86.5, 10_000_00)?.id).toBe(3)
  expect(levelFor(levels, 86.5, 9_999_99)?.id).toBe(2)
  expect(levelFor(levels, 69.99, 0)?.id).toBe(1)
  expect(levelFor(levels.slice(1), 60, 0)).toBeNull()
})

test('a level is lost after keepMonths months in a row below it', () => {
  const gold = { minScore: 85, keepMonths: 3 }
  expect(mustFall(gold, [80, 84.99])).toBe(false)
  expect(mustFall(gold, [80, 84.99, 70])).toBe(true)
  expect(mustFall(gold, [80, null, 70])).toBe(false)
  expect(mustFall(gold, [80, 85, 70])).toBe(false)
  expect(mustFall({ minScore: 85, keepMonths: 0 }, [80])).toBe(true)
})

test('shares have two decimals and none without a denominator', () => {
  expect(shareOf(96, 100)).toBe(96)
  expect(shareOf(12, 1000)).toBe(1.2)
  expect(shareOf(1, 3)).toBe(33.33)
  expect(shareOf(-1, 3)).toBe(-33.33)
  expect(shareOf(5, 0)).toBeNull()
})

test('a higher grade asks for a higher score', () => {
  expect(
    gradesFit([
      { grade: 2, minScore: 80 },
      { grade: 1, minScore: 60 },
    ]),
  ).toBe(true)
  expect(
    gradesFit([
      { grade: 2, minScore: 60 },
      { grade: 1, minScore: 60 },
    ]),
  ).toBe(false)
})

test('a form of the rules asks for the bands of each dimension', () => {
  expect(columnsOf(ruleLineShape).map(([name]) => name)).toContain('bands')
})

test('figures are read with their unit', () => {
  expect([figureText(1, 115500.25), figureText(2, 12), figureText(4, 96), figureText(7, -1.2)]).toEqual([
    '115,500.25',
    '12',
    '96%',
    '-1.2%',
  ])
})

import { groupedAmount } from '#kit/shared/text.ts'

/** What companies are judged by. Catalog §6.5. */
export const DIMENSIONS = [
  { value: 1, label: '月采购额' },
  { value: 2, label: '订单次数' },
  { value: 3, label: '采购品类数' },
  { value: 4, label: '回款及时率' },
  { value: 5, label: '退货率' },
  { value: 6, label: '资质完整度' },
  { value: 7, label: '采购增长率' },
  { value: 8, label: '人工评分' },
] as const

export type Dimension = (typeof DIMENSIONS)[number]['value']

/** The score a person gives stands for itself when the rule has no bands for it. */
export const MANUAL: Dimension = 8

const SHARES: ReadonlySet<Dimension> = new Set([4, 5, 6, 7])

/** A figure of a dimension as people read it: 115,500.25, 96%, 12. */
export function figureText(dimension: Dimension, figure: number): string {
  if (dimension === 1) return groupedAmount(figure)
  return SHARES.has(dimension) ? `${figure}%` : String(figure)
}

/** Where figures of a dimension can lie; the outer bands reach as far or have no end. */
const RANGES: Readonly<Record<Dimension, readonly [from: number, to: number]>> = {
  1: [0, Number.POSITIVE_INFINITY],
  2: [0, Number.POSITIVE_INFINITY],
  3: [0, Number.POSITIVE_INFINITY],
  4: [0, 100],
  5: [0, 100],
  6: [0, 100],
  7: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  8: [0, 100],
}

interface Band {
  from: number | null
  to: number | null
  score: number
}

interface RuleLine {
  ruleName: string
  dimension: Dimension
  weight: number
  bands: readonly Band[]
}

interface StarLimits {
  star5: number
  star4: number
  star3: number
  star2: number
}

const hundredths = (value: number): number => Math.round(value * 100)

/** Hundredths of the quotient of two whole numbers, rounded half up. */
const halfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** Whether bands follow each other and leave out no figure there can be. */
export function bandsFit(dimension: Dimension, bands: readonly Band[]): boolean {
  if (bands.length === 0) return dimension === MANUAL
  const [lowest, highest] = RANGES[dimension]
  const from = (band: Band): number => band.from ?? Number.NEGATIVE_INFINITY
  const to = (band: Band): number => band.to ?? Number.POSITIVE_INFINITY
  const sorted = bands.toSorted((a, b) => from(a) - from(b))
  return sorted.every((band, index) => {
    const next = sorted[index + 1]
    const begins = index > 0 || from(band) <= lowest
    const ends = next === undefined ? to(band) >= highest : to(band) === from(next)
    return begins && ends && from(band) < to(band)
  })
}

/** What is wrong with a version of the rules, by field; empty when nothing is. Catalog §8.4. */
export function ruleErrors(
  rule: { lines: readonly RuleLine[] } & StarLimits,
): { field: string; message: string }[] {
  const errors: { field: string; message: string }[] = []
  for (const [index, { dimension, bands }] of rule.lines.entries()) {
    if (!bandsFit(dimension, bands))
      errors.push({ field: `lines.${index}.bands`, message: '分段存在重叠或空档' })
    if (rule.lines.findIndex((line) => line.dimension === dimension) < index)
      errors.push({ field: `lines.${index}.dimension`, message: '指标不能重复' })
  }
  if (rule.lines.reduce((sum, line) => sum + hundredths(line.weight), 0) !== 10_000)
    errors.push({ field: 'lines', message: '权重合计须为100' })
  if (!(rule.star5 > rule.star4 && rule.star4 > rule.star3 && rule.star3 > rule.star2))
    errors.push({ field: 'star5', message: '星级越高最低得分须越高' })
  return errors
}

/** The score of a figure: that of its band; the last band also takes its own end. */
export function scoreOfFigure(line: RuleLine, figure: number): number {
  if (line.bands.length === 0) return figure
  const sorted = line.bands.toSorted(
    (a, b) => (a.from ?? Number.NEGATIVE_INFINITY) - (b.from ?? Number.NEGATIVE_INFINITY),
  )
  const found = sorted.find((band) => figure < (band.to ?? Number.POSITIVE_INFINITY)) ?? sorted.at(-1)
  return found?.score ?? 0
}

export type Figures = Readonly<Partial<Record<Dimension, number | null>>>

export interface ScoreLine {
  ruleName: string
  dimension: Dimension
  weight: number
  figure: number | null
  score: number | null
}

/** The score of each line of the rules; without a figure there is none, and the line does not count. */
export function scoresOf(lines: readonly RuleLine[], figures: Figures): ScoreLine[] {
  return lines.map((line) => {
    const figure = figures[line.dimension] ?? null
    const { ruleName, dimension, weight } = line
    return {
      ruleName,
      dimension,
      weight,
      figure,
      score: figure === null ? null : scoreOfFigure(line, figure),
    }
  })
}

/**
 * Σ score × weight with the weights of what counts scaled to 100, rounded half up at the end; then the adjustment,
 * cut to 0–100. Catalog §8.2.
 */
export function totalScore(
  lines: readonly { weight: number; score: number | null }[],
  adjust: number,
): number {
  let sum = 0
  let weights = 0
  for (const { weight, score } of lines) {
    if (score === null) continue
    sum += hundredths(score) * hundredths(weight)
    weights += hundredths(weight)
  }
  const score = weights === 0 ? 0 : halfUp(sum, weights)
  return Math.min(10_000, Math.max(0, score + hundredths(adjust))) / 100
}

export type Star = 1 | 2 | 3 | 4 | 5

export function starOf(score: number, limits: StarLimits): Star {
  if (score >= limits.star5) return 5
  if (score >= limits.star4) return 4
  if (score >= limits.star3) return 3
  return score >= limits.star2 ? 2 : 1
}

export interface LevelLimits {
  id: number
  grade: number
  minScore: number
  /** cents */
  minMonthAmount: number | null
}

/** The highest level whose score and month's amount (cents) are reached; null when none is. Catalog §8.2. */
export function levelFor<L extends LevelLimits>(
  levels: readonly L[],
  score: number,
  amount: number,
): L | null {
  const reached = levels.filter((level) => level.minScore <= score && (level.minMonthAmount ?? 0) <= amount)
  return reached.reduce<L | null>((best, one) => (best === null || one.grade > best.grade ? one : best), null)
}

/**
 * Whether a company falls: in each of the last keepMonths months, this one included, its score lay below what its
 * level asks for. `scores`: by month, backwards from this one; null where none was passed. Catalog §6.5.
 */
export function mustFall(
  level: { minScore: number; keepMonths: number },
  scores: readonly (number | null)[],
): boolean {
  const months = scores.slice(0, Math.max(1, level.keepMonths))
  return (
    months.length >= Math.max(1, level.keepMonths) &&
    months.every((score) => score !== null && score < level.minScore)
  )
}

/** A share as a percentage with two decimals; null without a denominator. Catalog §8.2. */
export function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  const size = halfUp(Math.abs(part) * 10_000, Math.abs(whole)) / 100
  return part < 0 !== whole < 0 ? -size : size
}

/** Every bigger grade of a channel asks for more; answers false otherwise. Catalog §8.4. */
export function gradesFit(levels: readonly { grade: number; minScore: number }[]): boolean {
  const sorted = levels.toSorted((a, b) => a.grade - b.grade)
  return sorted.every((level, index) => {
    const lower = sorted[index - 1]
    return lower === undefined || lower.minScore < level.minScore
  })
}

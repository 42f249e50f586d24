import { NONE } from '#kit/web/fieldUi.ts'

/** What a chart shows. Screens §9. */
export interface ChartFacts {
  /** what is drawn: 每月采购 */
  title: string
  /** what each row is: 月份, 节点 */
  of: string
  /** what its figures are counted in: 元, 小时, % */
  unit: string
  /** decimals of a figure where it is read exactly; as many as it has, two at most, unless given */
  decimals?: number
  /** names of the rows, in their order */
  rows: readonly string[]
  /** a moment for each row (seconds since 1970, in order): rows stand apart as their times do, and a figure holds until the next row */
  times?: readonly number[]
  /** what is compared, five at most; a figure for each row, null: there is none */
  series: readonly ChartSeries[]
}

export interface ChartSeries {
  name: string
  values: readonly (number | null)[]
  /** which of the five colours, from 0: where it means the same on every chart; its place among the series unless given */
  hue?: number
}

/** line: over time; bar: things beside each other, one below the other. */
export type ChartKind = 'line' | 'bar'

const WAN = 10_000
const DECIMALS = 2

const written = (value: number, fewest: number, most: number): string =>
  value
    .toLocaleString('zh-CN', { minimumFractionDigits: fewest, maximumFractionDigits: most })
    .replace('-', '−')

/** A figure as it is read exactly: 1,234.50; — for none. */
export const figureText = (value: number | null, { decimals }: Pick<ChartFacts, 'decimals'>): string =>
  value === null ? NONE : written(value, decimals ?? 0, decimals ?? DECIMALS)

/** What the axis counts in: from 10,000 on in 万, so that its figures stay short. */
export function scaleOf({ series, unit }: Pick<ChartFacts, 'series' | 'unit'>): { by: number; unit: string } {
  const isLarge = series.some(({ values }) => values.some((value) => Math.abs(value ?? 0) >= WAN))
  return isLarge ? { by: WAN, unit: `万${unit}` } : { by: 1, unit }
}

/** A figure at the axis of a chart that counts in `by`. */
export const axisText = (value: number, by: number): string => written(value / by, 0, DECIMALS)

/** Whether it has anything to draw. */
export const isEmpty = ({ series }: ChartFacts): boolean =>
  series.every(({ values }) => values.every((value) => value === null))

/** What a chart says, for those who do not see it: of each series the highest, the lowest and, over time, the last figure. */
export function summaryOf(facts: ChartFacts, kind: ChartKind): string {
  const told = facts.series.map(({ name, values }) => {
    const points = values.flatMap((value, at) =>
      value === null ? [] : [{ value, row: facts.rows[at] ?? '' }],
    )
    const last = points.at(-1)
    if (last === undefined) return `${name}没有数据`
    const highest = points.reduce((one, other) => (other.value > one.value ? other : one))
    const lowest = points.reduce((one, other) => (other.value < one.value ? other : one))
    const ends = [`最高${at(highest)}`, `最低${at(lowest)}`, ...(kind === 'line' ? [`最近${at(last)}`] : [])]
    return `${name}${ends.join('，')}`
  })
  function at({ value, row }: { value: number; row: string }): string {
    return `${figureText(value, facts)}（${row}）`
  }
  return `${facts.title}，单位${facts.unit}，共${facts.rows.length}个${facts.of}：${told.join('；')}`
}

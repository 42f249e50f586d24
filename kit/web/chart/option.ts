import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { axisText, type ChartFacts, type ChartKind, figureText, scaleOf } from './facts.ts'
import { coloursOn, DASHES, SYMBOLS } from './palette.ts'

type Option = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption>

/** What of the theme and the place a drawing follows. */
export interface Look {
  text: string
  weak: string
  rule: string
  ground: string
  font: string
  motion: boolean
  /** less than 480 px: names are cut, figures at the axis are few */
  narrow: boolean
  /** whether its points lead somewhere */
  leads: boolean
}

/** ms of a motion. Screens §1. */
const MOTION = 150
const FONT = 12
const NAME = { wide: 180, narrow: 96 }
const TICKS = { wide: 5, narrow: 3 }
const BAR = 18
const SYMBOL = 8

/** A point of a line, and the row it tells of. */
export interface Point {
  row: number
  /** ms since 1970, or the row */
  x: number
  y: number | null
}

/**
 * The points of a series. Where rows have times, a figure holds until the next row: two points for it, and a gap after it
 * where the next row has none.
 */
export function pointsOf(values: readonly (number | null)[], times?: readonly number[]): Point[] {
  if (times === undefined) return values.map((y, row) => ({ row, x: row, y }))
  return values.flatMap((y, row) => {
    const x = (times[row] ?? 0) * 1000
    const end = times[row + 1]
    const held = end === undefined || y === null ? [] : [{ row, x: end * 1000, y }]
    return [{ row, x, y }, ...held]
  })
}

const isWhole = (facts: ChartFacts): boolean =>
  scaleOf(facts).by === 1 &&
  facts.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))

/** What echarts draws of the facts, in the look of the house. */
export function optionOf(facts: ChartFacts, kind: ChartKind, look: Look): Option {
  const { rows, times, series } = facts
  const { by } = scaleOf(facts)
  const colours = coloursOn(look.ground)
  const names = {
    type: 'category' as const,
    data: [...rows],
    axisLine: { lineStyle: { color: look.rule } },
    axisTick: { show: false },
    axisLabel: {
      color: look.weak,
      fontSize: FONT,
      hideOverlap: true,
      ...(kind === 'bar'
        ? { width: look.narrow ? NAME.narrow : NAME.wide, overflow: 'truncate' as const }
        : {}),
    },
  }
  const moments = { ...names, type: 'time' as const, data: undefined }
  const figures = {
    type: 'value' as const,
    splitNumber: look.narrow ? TICKS.narrow : TICKS.wide,
    // Nobody counts half a person.
    ...(isWhole(facts) ? { minInterval: 1 } : {}),
    axisLabel: { color: look.weak, fontSize: FONT, formatter: (value: number) => axisText(value, by) },
    splitLine: { lineStyle: { color: look.rule } },
  }
  const shared = (index: number) => ({
    name: series[index]?.name ?? '',
    color: colours[series[index]?.hue ?? index] ?? look.text,
    cursor: look.leads ? 'pointer' : 'default',
  })
  return {
    animation: look.motion,
    animationDuration: MOTION,
    animationDurationUpdate: MOTION,
    textStyle: { fontFamily: look.font },
    // The names at its edges lie within it.
    grid: {
      left: 4,
      right: 16,
      top: 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line', animation: false },
      backgroundColor: look.ground,
      borderColor: look.rule,
      textStyle: { color: look.text, fontSize: FONT },
      transitionDuration: look.motion ? MOTION / 1000 : 0,
      valueFormatter: (value) =>
        `${figureText(typeof value === 'number' ? value : null, facts)} ${facts.unit}`,
    },
    ...(kind === 'bar'
      ? { xAxis: figures, yAxis: { ...names, inverse: true } }
      : { xAxis: times === undefined ? names : moments, yAxis: figures }),
    series: series.map(({ values }, index): BarSeriesOption | LineSeriesOption =>
      kind === 'bar'
        ? { ...shared(index), type: 'bar', barMaxWidth: BAR, data: values.map((value) => value ?? '-') }
        : {
            ...shared(index),
            type: 'line',
            symbol: SYMBOLS[index] ?? 'circle',
            symbolSize: SYMBOL,
            lineStyle: { width: 2, type: DASHES[index] ?? 'solid' },
            data: pointsOf(values, times).map(({ x, y }) => [x, y ?? '-']),
          },
    ),
  }
}

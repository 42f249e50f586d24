import { theme } from 'antd'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import type { ChartFacts, ChartKind } from './facts.ts'
import { optionOf, pointsOf } from './option.ts'

use([LineChart, BarChart, GridComponent, TooltipComponent, SVGRenderer])

const NARROW = 480

interface DrawingProps {
  facts: ChartFacts
  kind: ChartKind
  /** the row and the series of a point that was pressed */
  onPoint?: ((row: number, series: number) => void) | undefined
}

/** The picture of a chart, as wide and high as its place. Loaded with the first chart, because echarts comes with it. */
export default function Drawing({ facts, kind, onPoint }: DrawingProps) {
  const { token } = theme.useToken()
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)
  const [narrow, setNarrow] = useState(false)

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = init(element, null, { renderer: 'svg', locale: 'ZH' })
    setChart(made)
    const watch = new ResizeObserver(() => {
      setNarrow(element.clientWidth < NARROW)
      made.resize()
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.dispose()
      setChart(null)
    }
  }, [])

  const leads = onPoint !== undefined
  useEffect(() => {
    if (chart === null || chart.isDisposed()) return
    chart.setOption(
      optionOf(facts, kind, {
        text: token.colorText,
        weak: token.colorTextSecondary,
        rule: token.colorBorderSecondary,
        ground: token.colorBgContainer,
        font: token.fontFamily,
        motion: token.motion,
        narrow,
        leads,
      }),
      { notMerge: true },
    )
  }, [chart, facts, kind, token, narrow, leads])

  useEffect(() => {
    if (chart === null || chart.isDisposed() || onPoint === undefined) return
    const press = ({ seriesIndex = 0, dataIndex = 0 }: { seriesIndex?: number; dataIndex?: number }) => {
      const point = pointsOf(facts.series[seriesIndex]?.values ?? [], facts.times)[dataIndex]
      if (point !== undefined) onPoint(point.row, seriesIndex)
    }
    chart.on('click', press)
    return () => void chart.off('click', press)
  }, [chart, facts, onPoint])

  return <div ref={place} className="k-chart-drawing" />
}

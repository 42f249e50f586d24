import { useMemo } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { MOST_SERIES } from '#kit/web/chart/palette.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from '../product/channelLabel.ts'
import type { Wanted } from './PriceParts.tsx'
import { priceHistoryCall } from './price.calls.ts'
import { priceLines } from './priceLines.ts'

type Price = OutWireOf<typeof priceHistoryCall>['list'][number]

/** So many of the latest records are drawn. */
const DRAWN = 200

const scopes = priceHistoryCall.answer.shape?.scopeType?.choices ?? []

function nameOf({ channelId, scopeType, scopeName }: Price): string {
  const scope = scopes.find((one) => one.value === scopeType)?.label ?? ''
  return [channelId === 0 ? '' : channelLabel(channelId), scope, scopeName ?? ''].filter(Boolean).join(' · ')
}

interface PriceChartProps {
  skuId: number
  wanted: Wanted
  /** seconds since 1970 */
  onMoment(time: number): void
}

/** What a sku cost and will cost, a line for each scope; a point leads to the prices that ruled then. Catalog §10. */
export function PriceChart({ skuId, wanted, onMoment }: PriceChartProps) {
  const { data, isError } = useCall(
    priceHistoryCall,
    { skuId, ...wanted, limit: DRAWN },
    { keep: true, quiet: true },
  )
  const drawn = useMemo(() => {
    if (data === undefined) return undefined
    const now = toSeconds(new Date())
    const { times, lines } = priceLines(data.list, now)
    const rows = times.map((time) => (time === now ? '现在' : formatTime(time, browserZone)))
    const series = lines.slice(0, MOST_SERIES).map(({ of, values }) => ({ name: nameOf(of), values }))
    return {
      facts: { title: '售价走势', of: '时间', unit: '元', decimals: 2, rows, times, series },
      left: lines.length - series.length,
    }
  }, [data])
  // The table below says that there is nothing, or why.
  if (isError || data?.list.length === 0) return null
  return (
    <>
      <Chart
        kind="line"
        facts={drawn?.facts}
        empty="还没有价格"
        onPoint={(row) => {
          const time = drawn?.facts.times[row]
          // Times are cut to whole seconds: a price that began within one rules at its end.
          if (time !== undefined) onMoment(time + 1)
        }}
      />
      {drawn !== undefined && drawn.left > 0 && (
        <p className="k-hint">另有{drawn.left}个适用范围没有画出，可按渠道和适用筛选</p>
      )}
    </>
  )
}

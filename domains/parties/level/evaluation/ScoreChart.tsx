import { useMemo } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { monthsBetween } from '#kit/shared/time.ts'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { useCall } from '#kit/web/useCall.ts'
import { evaluateCalls, evaluationDocument } from './evaluation.document.ts'

/** A year of one channel. */
const SHOWN = 12

/** The last evaluations of a company, the latest first. */
export const useEvaluations = (companyId: number) =>
  useCall(evaluateCalls.list, { companyId: String(companyId), limit: SHOWN }, { quiet: true })

/** The scores of a company over the months, by channel; a point leads to its evaluation. Catalog §6.5. */
export function ScoreChart({ companyId }: { companyId: number }) {
  const { data, error, refetch } = useEvaluations(companyId)
  const chart = useMemo(() => {
    const list = (data?.list ?? []).toReversed()
    const rows = monthsBetween(list[0]?.month ?? '', list.at(-1)?.month ?? '')
    const channels = CHANNELS.filter(({ value }) => list.some((one) => one.channelId === value))
    const at = (row: number, series: number) =>
      list.find((one) => one.month === rows[row] && one.channelId === channels[series]?.value)
    const series = channels.map(({ label }, index) => ({
      name: label,
      values: rows.map((_, row) => {
        const score = at(row, index)?.score
        return score == null ? null : Number(score)
      }),
    }))
    return { facts: { title: '得分走势', of: '月份', unit: '分', rows, series }, at }
  }, [data])
  return (
    <Chart
      kind="line"
      facts={data && chart.facts}
      error={error}
      onRetry={() => void refetch()}
      empty="还没有评定过"
      onPoint={(row, series) => {
        const found = chart.at(row, series)
        if (found !== undefined) goTo(placeOfOne(evaluationDocument.places.see, found.id))
      }}
    />
  )
}

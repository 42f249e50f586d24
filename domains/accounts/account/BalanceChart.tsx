import { useMemo } from 'react'
import { Chart } from '#kit/web/chart/Chart.tsx'

interface BalanceChartProps {
  curve: readonly { readonly day: string; readonly balance: string }[]
}

/** What an account had at the end of each day. Orders §6.10. */
export function BalanceChart({ curve }: BalanceChartProps) {
  const facts = useMemo(
    () => ({
      title: '近30天余额',
      of: '日期',
      unit: '元',
      decimals: 2,
      rows: curve.map((one) => one.day),
      series: [{ name: '余额', values: curve.map((one) => Number(one.balance)) }],
    }),
    [curve],
  )
  return <Chart kind="line" facts={facts} empty="还没有余额变动" />
}

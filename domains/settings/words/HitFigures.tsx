import { Select } from 'antd'
import { useMemo, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SCENES } from './sensitiveScene.entity.ts'
import { hitCalls } from './words.calls.ts'

const RANGES = [
  { value: 'lately7', label: '近7天' },
  { value: 'lately30', label: '近30天' },
  { value: 'month', label: '本月' },
  { value: 'quarter', label: '本季度' },
  { value: 'year', label: '本年' },
]

interface Day {
  day: string
  sum: number
  counts: ReadonlyMap<string, number>
}

function daysOf(figures: OutWireOf<typeof hitCalls.figures>): Day[] {
  const days = new Map<string, Map<string, number>>()
  for (const { day, scene, count } of figures)
    days.set(day, (days.get(day) ?? new Map<string, number>()).set(scene, count))
  return [...days].map(([day, counts]) => ({ day, counts, sum: sumOf(counts.values()) }))
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, one) => sum + one, 0)

const COLUMNS = [
  { title: '日期', dataIndex: 'day', width: 110 },
  ...SCENES.map(({ value, label }) => ({
    title: label,
    width: 90,
    align: 'right' as const,
    render: (_: unknown, row: Day) => row.counts.get(value) ?? 0,
  })),
  { title: '合计', dataIndex: 'sum', width: 80, align: 'right' as const },
]

/** 命中统计: texts with hits by day and scene. */
export function HitFigures() {
  const [dateLimit, setDateLimit] = useState('lately30')
  const { data, error, isFetching, refetch } = useCall(
    hitCalls.figures,
    { dateLimit },
    { quiet: true, keep: true },
  )
  const days = useMemo(() => daysOf(data ?? []), [data])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-list">
      <Select
        value={dateLimit}
        options={RANGES}
        aria-label="时间范围"
        style={{ width: 120, marginBottom: 12 }}
        onChange={setDateLimit}
      />
      <Table<Day>
        rowKey="day"
        loading={isFetching}
        columns={COLUMNS}
        dataSource={days}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty text="这段时间没有命中" /> }}
        summary={(rows) =>
          rows.length > 0 && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
              {SCENES.map(({ value }, index) => (
                <Table.Summary.Cell key={value} index={index + 1} align="right">
                  {sumOf(rows.map((row) => row.counts.get(value) ?? 0))}
                </Table.Summary.Cell>
              ))}
              <Table.Summary.Cell index={SCENES.length + 1} align="right">
                {sumOf(rows.map((row) => row.sum))}
              </Table.Summary.Cell>
            </Table.Summary.Row>
          )
        }
      />
    </div>
  )
}

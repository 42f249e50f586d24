import { Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { DATE_PRESETS } from '#kit/shared/time.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import type { ListFilter } from './Filters.tsx'

const DayRange = lazy(() => import('#kit/web/time/DayRange.tsx'))

const LABELS: Record<(typeof DATE_PRESETS)[number], string> = {
  all: '全部时间',
  today: '今天',
  yesterday: '昨天',
  lately7: '最近7天',
  lately30: '最近30天',
  month: '本月',
  quarter: '本季度',
  year: '本年',
}
const OWN = 'own'

interface DateLimitProps {
  value: string
  onChange(limit: string): void
  label: string
  id?: string
}

/** The time range of a list: a preset, or two days. Frame §3. */
export function DateLimit({ value, onChange, label, id }: DateLimitProps) {
  const [own, setOwn] = useState(value.includes(','))
  return (
    <div className="k-dates">
      <Select<string>
        id={id}
        aria-label={label}
        className="k-fill"
        value={own ? OWN : value === '' ? 'all' : value}
        options={[
          ...DATE_PRESETS.map((preset) => ({ value: preset, label: LABELS[preset] })),
          { value: OWN, label: '自定义' },
        ]}
        onChange={(chosen) => {
          setOwn(chosen === OWN)
          if (chosen !== OWN) onChange(chosen === 'all' ? '' : chosen)
        }}
      />
      {own && (
        <Suspense fallback={<Busy />}>
          <DayRange value={value} onChange={onChange} />
        </Suspense>
      )}
    </div>
  )
}

/** A filter by a time range: what travels is a preset by its name, or two days with a comma between them. Frame §3. */
export function dateFilter(name: string, label: string): ListFilter {
  return {
    name,
    label,
    render: (value, onChange, id) => <DateLimit id={id} label={label} value={value} onChange={onChange} />,
    words: (value) => {
      const preset = DATE_PRESETS.find((one) => one === value)
      return preset === undefined ? value.replace(',', ' 至 ') : LABELS[preset]
    },
  }
}

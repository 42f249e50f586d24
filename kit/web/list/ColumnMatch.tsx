import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import type { Matching } from './importing.ts'

/** The heading chosen for each column of an import, by the column's name; '' leaves it out. */
export type Matches = Readonly<Record<string, string>>

/** As the headings were matched by name or the last time. */
export function matchesOf({ columns }: Matching): Matches {
  return Object.fromEntries(columns.map(({ name, heading }) => [name, heading]))
}

/** What differs from the names alone, as JSON for the upload; '' when nothing does. Platform §5.4. */
export function mappingOf({ columns }: Matching, matches: Matches): string {
  const own = columns.filter(({ name, automatic }) => matches[name] !== automatic)
  return own.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(own.map(({ name }) => [name, matches[name]])))
}

interface ColumnMatchProps {
  matching: Matching
  matches: Matches
  onChange(matches: Matches): void
}

/** 列对应: which heading of the person's own sheet stands for which column. Platform §5.4. */
export function ColumnMatch({ matching, matches, onChange }: ColumnMatchProps) {
  const { headings, columns } = matching
  const id = useId()
  const missing = columns.filter(({ name, required }) => required && !matches[name])
  const [open, setOpen] = useState(missing.length > 0)
  const options = [...new Set(headings)]
    .filter((one) => one !== '')
    .map((one) => ({ value: one, label: one }))
  const found = columns.filter(({ name }) => matches[name]).length
  return (
    <div className="k-match">
      <div className="k-match-head">
        <span>
          列对应：{found} / {columns.length} 列
          {missing.length > 0 && (
            <span className="k-match-missing">，缺少{missing.map(({ title }) => title).join('、')}</span>
          )}
        </span>
        <Button type="link" className="k-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '调整'}
        </Button>
      </div>
      {open && (
        <div className="k-match-list">
          {columns.map(({ name, title, required }) => (
            <div key={name} className="k-match-line">
              <label htmlFor={`${id}-${name}`}>
                {title}
                {required && <span className="k-match-missing"> *</span>}
              </label>
              <Select<string>
                id={`${id}-${name}`}
                value={matches[name] || undefined}
                options={options}
                placeholder="不导入"
                allowClear
                showSearch
                onChange={(heading) => onChange({ ...matches, [name]: heading ?? '' })}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

import { Button, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import type { InfoSection } from './InfoSections.tsx'

/** What else a field said, or will say. */
export interface Mark {
  /** e.g. 原值 */
  label: string
  value: ReactNode
}

/** By the name of a field. */
export type Marks = Readonly<Record<string, Mark>>

/** How a record differs from what was approved last. Screens §3. */
export interface Changes<R> {
  /** the record as it is to be shown */
  row: R
  marks: Marks
  /** what is said above the sections */
  note: ReactNode
  /** for who decides: the changed fields stand there alone until all is asked for */
  alone: boolean
}

/** A value that is marked as changed, with the other one on hover and focus. */
export function Marked({ mark, children }: { mark: Mark | undefined; children: ReactNode }) {
  if (mark === undefined) return children
  const { label, value } = mark
  return (
    <Popover
      title={label}
      content={<div className="k-changed-other">{value}</div>}
      trigger={['hover', 'focus']}
    >
      <div className="k-changed">
        {children}
        <Button type="link" size="small" className="k-link">
          {label}
        </Button>
      </div>
    </Popover>
  )
}

/** The fields that are marked, in their sections; those of no section stand behind them. */
function markedIn(sections: readonly InfoSection[], marks: Marks): readonly InfoSection[] {
  const placed = new Set(sections.flatMap(({ fields }) => fields))
  return [
    ...sections.map(({ title, fields }) => ({ title, fields: fields.filter((name) => name in marks) })),
    { title: '其他', fields: Object.keys(marks).filter((name) => !placed.has(name)) },
  ]
}

/** What of a record is shown, how it is marked, and what is said of that; as it is without changes. */
export function useChanges<R>(changes: Changes<R> | null, row: R, sections: readonly InfoSection[]) {
  const [whole, setWhole] = useState(false)
  if (changes === null) return { row, sections, marks: {}, note: null, alone: false }
  const { marks } = changes
  const alone = changes.alone && !whole
  return {
    row: changes.row,
    sections: alone ? markedIn(sections, marks) : sections,
    marks,
    alone,
    note: (
      <div className="k-section k-changes">
        {changes.note}
        {changes.alone && (
          <Button onClick={() => setWhole(!whole)}>{whole ? '只看修改项' : '查看全部内容'}</Button>
        )}
      </div>
    ),
  }
}

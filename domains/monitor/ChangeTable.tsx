import type { OutWireOf } from '#kit/shared/call.ts'
import { Table } from '#kit/web/Table.tsx'
import type { logCalls } from './log.calls.ts'

type Changes = OutWireOf<typeof logCalls.operInfo>['changes']

const shown = (value: unknown): string => (value === '' || value === null ? '—' : String(value))

const COLUMNS = [
  { title: '字段', dataIndex: 'label', width: 140 },
  { title: '变更前', dataIndex: 'before', render: shown, className: 'k-prose' },
  { title: '变更后', dataIndex: 'after', render: shown, className: 'k-prose' },
]

/** What changed in which rows: the fields before and after. Platform §13.3. */
export function ChangeTable({ changes }: { changes: Changes }) {
  if (changes.length === 0) return <p className="k-hint">没有记录字段变更</p>
  return changes.map((change, index) => (
    // The same row may change twice in one call; only its place tells the two apart.
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
    <section key={index}>
      <h3 className="k-group-title">{change.title}</h3>
      {change.fields.length > 0 && (
        <Table rowKey="field" scroll={{ x: 'max-content' }} columns={COLUMNS} dataSource={change.fields} />
      )}
    </section>
  ))
}

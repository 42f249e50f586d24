import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import type { Entity } from '#kit/shared/entity.ts'
import type { recordLogCall } from '#kit/shared/recordLog.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'

interface RecordLogProps {
  of: Entity
  call: ReturnType<typeof recordLogCall>
  id: number
}

/** 操作日志 of a record: who did what, and the fields before and after. Frame §5. */
export function RecordLog({ of, call, id }: RecordLogProps) {
  const { paging, state: pagerState } = usePaging()
  const { data, error, refetch } = useCall(call, { id, ...paging }, { keep: true, quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <Empty text="还没有操作记录" />
  return (
    <>
      {data.list.map((entry) => (
        <section key={entry.id} className="k-section">
          <h3 className="k-group-title">
            {entry.title}{' '}
            <span className="k-hint">
              {entry.adminName} {formatTime(entry.time, browserZone)}
            </span>
          </h3>
          <Changes of={of} fields={entry.fields} />
        </section>
      ))}
      <Pager total={data.total} more={false} state={pagerState} />
    </>
  )
}

// A new row is told by what it was given.
const BLANK = new Set(['null', '""', '[]'])

interface Changed {
  field: string
  label: string
  before?: unknown
  after?: unknown
}

function Changes({ of, fields }: { of: Entity; fields: readonly Changed[] }) {
  const rows = fields.filter(({ field: name, before, after }) => {
    const field = of.all[name]
    const isBlank = BLANK.has(JSON.stringify(before ?? null)) && BLANK.has(JSON.stringify(after ?? null))
    return field !== undefined && field.type !== 'json' && mayShow(field) && !isBlank
  })
  if (rows.length === 0) return null
  const cell = ({ field: name }: Changed, value: unknown) => {
    const field = of.all[name]
    return field && <FieldCell field={field} name={name} value={value} row={{ [name]: value }} />
  }
  return (
    <Table
      bordered
      rowKey="field"
      dataSource={rows}
      scroll={{ x: true }}
      columns={[
        { title: '修改项', dataIndex: 'label', className: 'k-nowrap' },
        { title: '原值', render: (_, row: Changed) => cell(row, row.before ?? null) },
        { title: '新值', render: (_, row: Changed) => cell(row, row.after ?? null) },
      ]}
    />
  )
}

import { Drawer, Table } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { historyCalls } from './repo.calls.ts'

type Entry = OutWireOf<typeof historyCalls.log>['list'][number]
type Changed = Entry['fields'][number]

/** 操作日志 of a product: who did what, and the fields before and after. Catalog §3.8. */
export function ProductLog({ productId }: { productId: number }) {
  const [paging, setPaging] = useState({ page: 1, limit: 20 })
  const { data, error, refetch } = useCall(
    historyCalls.log,
    { productId, ...paging },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <Empty text="还没有操作记录" />
  return (
    <>
      <ol className="p-log">
        {data.list.map((entry) => (
          <li key={entry.id}>
            <div className="p-log-head">
              <strong>{entry.action}</strong>
              <span>{entry.adminName}</span>
              <span className="k-hint">
                {formatTime(entry.createTime, browserZone)} {entry.source}
              </span>
            </div>
            {entry.fields.length > 0 && <ChangedFields fields={entry.fields} />}
          </li>
        ))}
      </ol>
      <Pager
        total={data.total}
        more={data.more ?? false}
        state={{
          ...paging,
          set: (next) => setPaging((now) => ({ page: next.page ?? 1, limit: next.limit ?? now.limit })),
        }}
      />
    </>
  )
}

/** 修改项, 原值, 新值. */
export function ChangedFields({ fields }: { fields: readonly Changed[] }) {
  const rows = fields.map((one, index) => ({ ...one, key: index }))
  return (
    <Table
      size="small"
      rowKey="key"
      pagination={rows.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
      columns={[
        { title: '修改项', dataIndex: 'label', width: '26%', className: 'p-name' },
        { title: '原值', dataIndex: 'before', width: '37%', className: 'p-name', render: shortened },
        { title: '新值', dataIndex: 'after', width: '37%', className: 'p-name', render: shortened },
      ]}
      tableLayout="fixed"
      dataSource={rows}
    />
  )
}

const shortened = (text: string) => (text === '' ? '空' : <span className="p-value">{text}</span>)

/** Opens the log of a product beside the list. */
export function openProductLog(row: { id: number; storeName: string }): Promise<null> {
  return openDialog<null>((close) => <LogDrawer row={row} onClose={() => close(null)} />)
}

function LogDrawer({ row, onClose }: { row: { id: number; storeName: string }; onClose(): void }) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      title={<span className="p-name">操作日志 {row.storeName}</span>}
      size={phone ? '100%' : 640}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => {
        if (!now) onClose()
      }}
    >
      <ProductLog productId={row.id} />
    </Drawer>
  )
}

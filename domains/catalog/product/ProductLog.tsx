import { Checkbox, Drawer, Input, Space } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, ActButton, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { DateLimit } from '#kit/web/list/DateLimit.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { editCalls } from '../shelf/productEdit.document.ts'
import { historyCalls } from './repo.calls.ts'

const NO_FILTERS = { action: '', operator: '', dateLimit: '' }

type Entry = OutWireOf<typeof historyCalls.log>['list'][number]
type Changed = Entry['fields'][number]

/** 操作日志 of a product: who did what, and the fields before and after. Catalog §3.8. */
export function ProductLog({ productId }: { productId: number }) {
  const { paging, state: pagerState, first } = usePaging()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [filters, setFilters] = useState(NO_FILTERS)
  const { data, error, refetch } = useCall(
    historyCalls.log,
    { productId, ...filters, ...paging },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const filtered = Object.values(filters).some((value) => value !== '')
  if (data.total === 0 && !filtered) return <Empty text="还没有操作记录" />
  const narrow = (more: Partial<typeof NO_FILTERS>) => {
    setFilters((now) => ({ ...now, ...more }))
    first()
  }
  const choose = (id: number, on: boolean) =>
    setChosen((now) => (on ? [...now, id].slice(-2) : now.filter((one) => one !== id)))
  const [from, to] = chosen
  return (
    <>
      <Space wrap className="p-log-filters">
        <Input.Search
          className="p-price-filter"
          aria-label="动作"
          placeholder="按动作筛选，如 上架"
          allowClear
          onSearch={(action) => narrow({ action: action.trim() })}
        />
        <Input.Search
          className="p-price-filter"
          aria-label="操作人"
          placeholder="按操作人筛选"
          allowClear
          onSearch={(operator) => narrow({ operator: operator.trim() })}
        />
        <DateLimit label="时间" value={filters.dateLimit} onChange={(dateLimit) => narrow({ dateLimit })} />
      </Space>
      {data.total === 0 && <Empty text="没有符合条件的操作记录" />}
      <p className="k-hint">选择两条记录，对比商品在这两次操作之后的资料</p>
      {from !== undefined && to !== undefined && <Compared productId={productId} from={from} to={to} />}
      <ol className="p-log">
        {data.list.map((entry) => (
          <li key={entry.id}>
            <div className="p-log-head">
              <Checkbox
                aria-label={`对比 ${entry.action} ${formatTime(entry.createTime, browserZone)}`}
                checked={chosen.includes(entry.id)}
                onChange={(event) => choose(entry.id, event.target.checked)}
              />
              <strong>{entry.action}</strong>
              <span>{entry.adminName}</span>
              <span className="k-hint">
                {formatTime(entry.createTime, browserZone)} {entry.source}
              </span>
              {entry.hasBack === 1 && mayCall(editCalls.takeBack) && (
                <ActButton act={takeBack} target={entry} link />
              )}
            </div>
            {entry.fields.length > 0 && <ChangedFields fields={entry.fields} />}
          </li>
        ))}
      </ol>
      {data.total > 0 && <Pager total={data.total} more={data.more ?? false} state={pagerState} />}
    </>
  )
}

/** What differs between the product after one record and after another. Catalog §10. */
function Compared({ productId, from, to }: { productId: number; from: number; to: number }) {
  const { data, error, refetch } = useCall(historyCalls.compare, { productId, from, to }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className="k-section" aria-label="版本对比">
      <h3 className="k-group-title">版本对比</h3>
      {data.fields.length === 0 ? (
        <p className="k-hint">两个版本的资料相同</p>
      ) : (
        <ChangedFields fields={data.fields} />
      )}
    </section>
  )
}

/** 撤回修改: a new 商品资料修改 with the values of before. Catalog §10. */
const takeBack: Act<Entry> = act({
  label: '撤回修改',
  permission: editCalls.takeBack,
  async run({ id }) {
    if (!(await confirm('将以修改前的值新增一张商品资料修改，确定吗？'))) return
    const { id: edit } = await change(editCalls.takeBack, { id }, { success: '已新增商品资料修改' })
    goTo(`/store/addStoreProductEdit?id=${edit}`)
  },
})

/** 修改项, 原值, 新值. */
export function ChangedFields({ fields }: { fields: readonly Changed[] }) {
  const rows = fields.map((one, index) => ({ ...one, key: index }))
  return (
    <Table
      rowKey="key"
      pages={10}
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

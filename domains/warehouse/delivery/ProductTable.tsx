import { Button } from 'antd'
import type { InWireOf, OutWireOf } from '#kit/shared/call.ts'
import { today } from '#kit/shared/time.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { exportRows } from '#kit/web/list/exportRows.tsx'
import { Filters } from '#kit/web/list/Filters.tsx'
import { useListState } from '#kit/web/list/useListState.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { productTableCalls as calls, PRODUCT_TABLE_FILTERS as SHAPE } from './delivery.calls.ts'

type Report = OutWireOf<typeof calls.report>
type Row = Report['rows'][number]

const NAMES = ['planDate', 'warehouseId', 'waveSn', 'by', 'cateIds'] as const
const FILTERS = [
  fieldFilter('warehouseId', SHAPE.warehouseId),
  fieldFilter('planDate', SHAPE.planDate),
  fieldFilter('by', SHAPE.by),
  fieldFilter('waveSn', SHAPE.waveSn),
  fieldFilter('cateIds', SHAPE.cateIds),
]

const FIXED: readonly [keyof Row, string, number][] = [
  ['skuCode', '规格编码', 130],
  ['name', '商品名称', 200],
  ['suk', '规格', 100],
  ['unitName', '单位', 60],
  ['totalQty', '总数量', 90],
  ['boxes', '整箱', 70],
  ['loose', '零数', 70],
  ['weight', '重量(kg)', 90],
  ['volume', '体积(m³)', 90],
  ['available', '可用量', 90],
  ['gap', '缺口', 80],
]

/** 商品表: what the tasks of a day want of each sku, and of whom. Warehouse §5.3. */
export default function ProductTable() {
  const state = useListState(NAMES)
  const { warehouseId, waveSn = '', cateIds } = state.filters
  const planDate = state.filters.planDate ?? today()
  const wish = {
    planDate,
    waveSn,
    warehouseId: Number(warehouseId ?? 0),
    cateIds: cateIds ?? '',
    by: state.filters.by === '2' ? (2 as const) : state.filters.by === '3' ? (3 as const) : (1 as const),
  }
  return (
    <div className="k-list">
      <Filters state={state} searched="" filters={FILTERS} onAgain={() => undefined} />
      {warehouseId === undefined ? (
        <Empty text="请选择仓库，查看当日各出库任务需要的商品" />
      ) : (
        <>
          {mayCall(calls.exportRows) && (
            <Button onClick={() => void exportRows(calls.exportRows, wish)}>导出</Button>
          )}
          <Report wish={wish} />
        </>
      )}
    </div>
  )
}

function Report({ wish }: { wish: InWireOf<typeof calls.report> }) {
  const { data, error, refetch } = useCall(calls.report, wish, { keep: true, quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return <Empty text="当日没有待出库的任务" />
  const columns = [
    ...FIXED.map(([name, title, width]) => ({ key: name, title, width, render: (row: Row) => row[name] })),
    ...data.columns.map((title, at) => ({
      key: `part${at}`,
      title,
      width: 110,
      render: (row: Row) => row.parts[at] || '',
    })),
  ]
  return (
    <Table<Row>
      rowKey="skuId"
      columns={columns}
      dataSource={data.rows}
      scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0) }}
      summary={() => <Totals data={data} />}
    />
  )
}

function Totals({ data }: { data: Report }) {
  return (
    <tr className="ant-table-summary">
      {FIXED.map(([name], at) => (
        <td key={name} className="ant-table-cell">
          {at === 0 ? '合计' : name === 'totalQty' ? data.totalQty : ''}
        </td>
      ))}
      {data.totals.map((one, at) => (
        <td key={data.columns[at]} className="ant-table-cell">
          {one}
        </td>
      ))}
    </tr>
  )
}

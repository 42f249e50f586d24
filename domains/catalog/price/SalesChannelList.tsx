import { ExportOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { exportForImport, exportRows } from '#kit/web/list/exportRows.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { useRefNames } from '#kit/web/refs.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { TreeTable } from '#kit/web/tree/TreeTable.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { salesChannelCalls } from './price.calls.ts'
import { salesChannel } from './salesChannel.entity.ts'
import '../product/product.css'

type Row = OutWireOf<typeof salesChannelCalls.list>['list'][number]
type Node = Row & { children?: Node[] | undefined; words: string }

const FIELDS = [
  'channelCode',
  'channelName',
  'channelId',
  'pid',
  'sapSalesOrg',
  'sapDistChannel',
  'division',
  'priceRate',
  'managerId',
  'sort',
  'isOnline',
  'status',
]

const open = (id: number | null, initial = {}) =>
  void openForm({
    of: salesChannel,
    calls: salesChannelCalls,
    id,
    initial,
    groups: [{ fields: FIELDS }],
    inputs: { pid: { help: '留空为顶级；须与上级属于同一渠道' } },
  })

const CREATE = act({
  label: '新增',
  icon: <PlusOutlined />,
  primary: true,
  permission: salesChannelCalls.save,
  run: () => open(null),
})
const IMPORTING = {
  bizType: salesChannel.name,
  title: salesChannel.label,
  permission: salesChannelCalls.save.permission,
}
const IMPORT = act({
  label: '导入',
  icon: <ImportOutlined />,
  permission: IMPORTING.permission,
  run: () => void openImport(IMPORTING),
})
const EXPORT_FOR_IMPORT = act({
  label: '按导入模板导出',
  permission: salesChannelCalls.exportRows,
  run: () => exportForImport(IMPORTING),
})
const EXPORT = act({
  label: '导出',
  icon: <ExportOutlined />,
  permission: salesChannelCalls.exportRows,
  run: () => exportRows(salesChannelCalls.exportRows, {}),
})

const ACTIONS: readonly Act<Node>[] = [
  act({
    label: '新增下级',
    permission: salesChannelCalls.save,
    run: (row) => open(null, { pid: row.id, channelId: row.channelId }),
  }),
  act({ label: '编辑', permission: salesChannelCalls.update, run: (row) => open(row.id) }),
  callAct(salesChannelCalls.remove, {
    label: '删除',
    danger: true,
    off: (row) =>
      row.children !== undefined
        ? '该销售渠道下有下级，不能删除'
        : (row.shoudaCount ?? 0) > 0 || (row.productCount ?? 0) > 0
          ? '该销售渠道已被使用，不能删除'
          : null,
    prompt: (row) => `确定删除销售渠道“${row.channelName}”吗？`,
    input: ({ id }) => ({ id: String(id) }),
    success: '删除成功',
  }),
]

function Manager({ id }: { id: number | null }) {
  const [name] = useRefNames('admin', id === null ? [] : [id])
  return <>{name?.label ?? NONE}</>
}

const COLUMNS = [
  {
    name: 'channelName',
    title: '渠道名称',
    width: 200,
    render: (row: Node) => (
      <>
        {row.channelName}
        <div className="k-subject-code">{row.channelCode}</div>
      </>
    ),
  },
  { name: 'channelId', title: '所属渠道', width: 90, render: (row: Node) => channelLabel(row.channelId) },
  {
    name: 'sapSalesOrg',
    title: '销售组织/分销/产品组',
    width: 160,
    render: (row: Node) =>
      [row.sapSalesOrg, row.sapDistChannel, row.division].filter((part) => part !== '').join('/') || NONE,
  },
  {
    name: 'managerId',
    title: '渠道负责人',
    width: 110,
    render: (row: Node) => <Manager id={row.managerId} />,
  },
  {
    name: 'priceRate',
    title: '参考折扣(%)',
    width: 100,
    align: 'right' as const,
    render: (row: Node) => row.priceRate?.toFixed(2) ?? NONE,
  },
  { name: 'shoudaCount', title: '售达方数', width: 90, align: 'right' as const },
  { name: 'productCount', title: '商品数', width: 80, align: 'right' as const },
  {
    name: 'status',
    title: '状态',
    width: 80,
    render: (row: Node) => (
      <StatusSwitch field={salesChannel.shape.status} row={row} call={salesChannelCalls.status} />
    ),
  },
]

/** Rows below their parents; those whose parent was filtered out stand at the top. */
function forest(rows: readonly Row[]): Node[] {
  const there = new Set(rows.map((row) => row.id))
  const below = Map.groupBy(rows, (row) => (there.has(row.pid) ? row.pid : 0))
  const nodesOf = (id: number): Node[] =>
    (below.get(id) ?? []).map((row) => ({
      ...row,
      words: `${row.channelName} ${row.channelCode}`,
      children: below.has(row.id) ? nodesOf(row.id) : undefined,
    }))
  return nodesOf(0)
}

const ALL = 1000

/** 销售渠道: the tree of who sells within a channel. Catalog §4.3. */
export default function SalesChannelList() {
  const [channelId, setChannelId] = useState<number | null>(null)
  const [status, setStatus] = useState<number | null>(null)
  const { data, error, isPending, refetch } = useCall(
    salesChannelCalls.list,
    {
      limit: ALL,
      ...(channelId === null ? {} : { channelId: String(channelId) }),
      ...(status === null ? {} : { status: String(status) }),
    },
    { quiet: true, keep: true },
  )
  const rows = useMemo(() => forest(data?.list ?? []), [data])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-list">
      <TreeTable<Node>
        rows={rows}
        loading={isPending}
        columns={COLUMNS}
        actions={ACTIONS}
        searched="words"
        top={
          <>
            <Acts acts={[CREATE, IMPORT, EXPORT, EXPORT_FOR_IMPORT]} target={undefined} />
            <Select<number>
              className="p-price-filter"
              aria-label="所属渠道"
              placeholder="全部渠道"
              allowClear
              value={channelId}
              options={CHANNELS.map(({ value, label }) => ({ value, label }))}
              onChange={(next) => setChannelId(next ?? null)}
            />
            <Select<number>
              className="p-price-filter"
              aria-label="状态"
              placeholder="全部状态"
              allowClear
              value={status}
              options={[
                { value: 1, label: '启用' },
                { value: 0, label: '停用' },
              ]}
              onChange={(next) => setStatus(next ?? null)}
            />
          </>
        }
        empty={
          <Empty text="还没有销售渠道，先按渠道建立顶级销售渠道，再新增下级">
            <Acts acts={[CREATE]} target={undefined} />
          </Empty>
        }
      />
    </div>
  )
}

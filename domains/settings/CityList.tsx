import { ApartmentOutlined, ImportOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { Input, Space } from 'antd'
import { useState } from 'react'
import { text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { asRecord } from '#kit/shared/record.ts'
import { type Act, Acts, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { exportForImport } from '#kit/web/list/exportRows.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { request } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import { keyOf, useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { CHANNELS } from './dict.entity.ts'
import { openReach } from './openReach.tsx'
import { CITY_IMPORT, regionCalls as calls, channels } from './region.calls.ts'
import { systemCity } from './region.entity.ts'

type Region = OutWireOf<typeof calls.list>[number]
type Children = ReadonlyMap<number, readonly Region[]>
type Node = Region & { children?: Node[] }

const { isShow: _isShow, ...fields } = systemCity.shape
const SHAPE = { parentName: text('上级名称', { max: 100 }), ...fields, channels }
const INPUTS = {
  parentName: { disabled: true, placeholder: '无' },
  channels: { help: '连同其下级地区一起设置' },
}
const IMPORTING = { bizType: 'systemCity', title: '行政区划', permission: CITY_IMPORT }
const HIDE = '隐藏后其下级地区也会隐藏，确定隐藏吗？'

const ACTS: readonly Act<Node>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    run: (row) =>
      void openForm({
        of: systemCity,
        calls,
        shape: SHAPE,
        inputs: INPUTS,
        id: row.id,
        title: '编辑地区',
      }),
  }),
]

const TOP = [
  act({
    label: '渠道可达',
    icon: <ApartmentOutlined />,
    permission: calls.channel,
    run: () => void openReach(),
  }),
  act({
    label: '导入',
    icon: <ImportOutlined />,
    permission: CITY_IMPORT,
    run: () => void openImport(IMPORTING),
  }),
  act({
    label: '按导入模板导出',
    permission: CITY_IMPORT,
    run: () => exportForImport(IMPORTING),
  }),
]

/** What was fetched below an opened row hangs below it; the others show that there is something to fetch. */
function nodesOf(rows: readonly Region[], fetched: Children): Node[] {
  return rows.map((row) =>
    row.hasChild === 1 ? { ...row, children: nodesOf(fetched.get(row.id) ?? [], fetched) } : row,
  )
}

/** The children of the opened rows. */
function useChildren(open: readonly number[]): Children {
  const answers = useQueries({
    queries: open.map((parentId) => ({
      queryKey: keyOf(calls.list, { parentId, keywords: '' }),
      queryFn: () => request(calls.list, { parentId, keywords: '' }),
    })),
  })
  return new Map(open.map((id, at) => [id, answers[at]?.data ?? []]))
}

function channelNames({ channels }: Region): string {
  if (channels.length === CHANNELS.length) return '全部渠道'
  const names = CHANNELS.filter((one) => channels.includes(one.value)).map((one) => one.label)
  return names.length === 0 ? NONE : names.join('、')
}

/** Hidden regions stay where they are named; the person is told in how many places. */
function tellUses(answer: unknown): void {
  const { uses } = asRecord(answer)
  if (uses) toastInfo(`该地区或其下级已被${uses}处使用`)
}

const columnsFor = (phone: boolean) => [
  { key: 'name', title: '地区名称', dataIndex: 'name', width: phone ? 190 : 260 },
  {
    key: 'isShow',
    title: '是否显示',
    width: 90,
    render: (_: unknown, row: Node) => (
      <StatusSwitch
        field={systemCity.shape.isShow}
        row={row}
        name="isShow"
        call={calls.status}
        prompt={HIDE}
        input={(on) => ({ id: row.id, status: on ? 1 : 0 })}
        told={tellUses}
      />
    ),
  },
  { key: 'cityId', title: '编号', dataIndex: 'cityId', width: 110 },
  {
    key: 'parentName',
    title: '上级名称',
    width: 150,
    render: (_: unknown, row: Node) => row.parentName || NONE,
  },
  { key: 'areaCode', title: '区号', width: 130, render: (_: unknown, row: Node) => row.areaCode || NONE },
  { key: 'channels', title: '渠道可达', width: 180, render: (_: unknown, row: Node) => channelNames(row) },
  {
    key: 'actions',
    title: '操作',
    width: 76,
    fixed: 'end' as const,
    render: (_: unknown, row: Node) => <Acts acts={ACTS} target={row} link />,
  },
]

/** 城市数据: the regions level by level, fetched as they are opened. Platform §8.2. */
export default function CityList() {
  const phone = useIsPhone()
  const [keywords, setKeywords] = useState('')
  const [open, setOpen] = useState<readonly number[]>([])
  const fetched = useChildren(open)
  const { data, error, isPending, isPlaceholderData, refetch } = useCall(
    calls.list,
    { parentId: 0, keywords },
    { keep: true, quiet: true },
  )
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const columns = columnsFor(phone)
  const rows = keywords === '' ? nodesOf(data ?? [], fetched) : [...(data ?? [])]
  return (
    <div className="k-list">
      <div className="k-list-bar">
        <Space wrap>
          <Acts acts={TOP} target={undefined} />
        </Space>
        <Input.Search
          allowClear
          aria-label="搜索"
          placeholder="名称、拼音首字母、编号"
          style={{ width: 240 }}
          onSearch={(words) => setKeywords(words.trim())}
        />
      </div>
      <Table<Node>
        className="k-table"
        columns={columns}
        dataSource={rows}
        loading={isPending || isPlaceholderData}
        scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0) }}
        locale={{ emptyText: <Empty text="没有匹配的地区" /> }}
        expandable={{
          expandedRowKeys: keywords === '' ? [...open] : [],
          onExpandedRowsChange: (keys) => setOpen(keys.map(Number)),
        }}
      />
    </div>
  )
}

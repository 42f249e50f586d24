import { CloseOutlined, SyncOutlined } from '@ant-design/icons'
import { useEffect, useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { choice } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { forgetDicts, meaningOf } from '#kit/web/dict.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CallError } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { DICT_IMPORT, dictDataCalls, dictTypeCalls } from '../dict.calls.ts'
import { dictData } from '../dict.entity.ts'
import { dataPage, dictIdIn, TYPES_PAGE } from './dict.addresses.ts'

const READS = ['dictLabel', 'listClass'] as const
type Row = RowSeen<typeof dictDataCalls.list, typeof READS>
type Type = OutWireOf<typeof dictTypeCalls.info>

const SHOW = ['dictLabel', 'dictSort', 'status', 'remark', 'createTime']
const COLUMNS = {
  id: { title: '字典编码' },
  dictLabel: { render: (row: Row) => <StateTag label={row.dictLabel} means={meaningOf(row.listClass)} /> },
  remark: { width: 200 },
}
const GROUPS = [
  { title: '字典数据', fields: ['dictLabel', 'dictValue', 'dictSort', 'pid', 'isDefault', 'status'] },
  { title: '样式', fields: ['listClass', 'cssClass'] },
  { title: '其他', fields: ['channelIds', 'remark', 'extra'] },
]
const MOST = 1000
const IMPORT = { bizType: dictData.name, title: '字典数据', permission: DICT_IMPORT }
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(dictDataCalls.remove, {
    label: '删除',
    danger: true,
    prompt: (rows) => `确定删除选中的${rows.length}条字典数据吗？`,
    input: (rows) => ({ id: rows.map((row) => row.id).join(',') }),
    success: '删除成功',
  }),
]
const NO_BATCH: typeof BATCH = []

/** 字典数据: the entries of the type in the address. Platform §8.1. */
export default function DictDataList() {
  const { dictId = '' } = useParams()
  const id = dictIdIn(dictId)
  return id === null ? <Navigate to="/404" replace /> : <OfType key={id} id={id} />
}

function OfType({ id }: { id: number }) {
  const { data, error, refetch } = useCall(dictTypeCalls.info, { id }, { quiet: true })
  if (data !== undefined) return <Entries type={data} />
  if (error instanceof CallError && error.code === 404)
    return (
      <div className="k-page">
        <Empty text="字典类型不存在" />
      </div>
    )
  return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
}

function Entries({ type }: { type: Type }) {
  const tab = useTab()
  const { id: dictId, dictName } = type
  const isSystem = type.isSystem === 1
  useEffect(() => tab.setTitle(`字典数据 ${dictName}`), [tab, dictName])
  const fixed = useMemo(() => ({ dictId: String(dictId) }), [dictId])
  // Families have two levels: only entries of the first have others below them.
  const { data: first } = useCall(dictDataCalls.list, { dictId: String(dictId), pid: '0', limit: MOST })
  const pid = useMemo(() => {
    const parents = first?.list.map((one) => ({ value: one.id, label: one.dictLabel })) ?? []
    return choice('上级', [{ value: 0, label: '无上级' }, ...parents], { initial: 0 })
  }, [first])
  const form = useMemo(() => formOf(dictId, isSystem, pid), [dictId, isSystem, pid])
  const filters = useMemo(() => filtersOf(dictId, pid), [dictId, pid])
  const top = [
    act({
      label: '刷新缓存',
      icon: <SyncOutlined />,
      run() {
        forgetDicts()
        toastSuccess('刷新成功')
      },
    }),
    act({ label: '关闭', icon: <CloseOutlined />, run: () => tab.close(TYPES_PAGE) }),
  ]
  return (
    <ListPage
      reads={READS}
      of={dictData}
      calls={dictDataCalls}
      show={SHOW}
      columns={COLUMNS}
      fixed={fixed}
      filters={filters}
      form={form}
      top={top}
      batch={isSystem ? NO_BATCH : BATCH}
      noDelete={() => (isSystem ? '系统内置字典的数据不能删除' : null)}
      importing={IMPORT}
      sizes={LONG_PAGE_SIZES}
    />
  )
}

function formOf(dictId: number, isSystem: boolean, pid: Field) {
  const { dictId: _type, ...shape } = dictData.shape
  return {
    shape: { ...shape, pid },
    width: 760,
    groups: GROUPS,
    inputs: {
      // Code relies on the values of the system: only new ones may be added.
      dictValue: { disabled: ({ id }: WireRow) => isSystem && id !== undefined },
    },
    complete: (input: Record<string, unknown>) => ({ ...input, dictId }),
  }
}

function filtersOf(dictId: number, pid: Field) {
  return [
    {
      name: 'type',
      label: '字典名称',
      render: (_value: string, _onChange: (value: string) => void, id: string) => (
        <FieldInput
          id={id}
          field={dictData.shape.dictId}
          value={dictId}
          onChange={(chosen) => {
            if (typeof chosen === 'number' && chosen !== dictId) goTo(dataPage(chosen))
          }}
        />
      ),
    },
    fieldFilter('pid', pid),
  ]
}

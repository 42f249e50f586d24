import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SCENES, sensitiveScene } from './sensitiveScene.entity.ts'
import { sceneCalls } from './words.calls.ts'

type Row = OutWireOf<typeof sceneCalls.list>[number]

const { shape } = sensitiveScene
const nameOf = (row: Row): string => SCENES.find((one) => one.value === row.scene)?.label ?? row.scene

const ACTS: readonly Act<Row>[] = [
  act({
    label: '设置',
    permission: sceneCalls.update,
    run: (row) =>
      void openForm({
        of: sensitiveScene,
        calls: sceneCalls,
        id: row.id,
        title: `设置场景：${nameOf(row)}`,
        inputs: { mark: { help: '替换敏感词每个字的字符' } },
      }),
  }),
]

const COLUMNS = [
  { title: '场景', width: 110, render: (_: unknown, row: Row) => nameOf(row) },
  {
    title: shape.status.label,
    width: 80,
    render: (_: unknown, row: Row) => (
      <StatusSwitch field={shape.status} row={row} call={sceneCalls.update} />
    ),
  },
  {
    title: shape.mode.label,
    width: 110,
    render: (_: unknown, row: Row) => <FieldCell field={shape.mode} name="mode" value={row.mode} row={row} />,
  },
  { title: shape.mark.label, width: 90, dataIndex: 'mark' },
  {
    title: shape.notifyIds.label,
    width: 160,
    render: (_: unknown, row: Row) => (
      <FieldCell field={shape.notifyIds} name="notifyIds" value={row.notifyIds} row={row} />
    ),
  },
  {
    title: '操作',
    width: 80,
    render: (_: unknown, row: Row) => <Acts acts={ACTS} target={row} link />,
  },
]

/** The scenes: whether words are looked for there, and what then happens. */
export function SceneTable() {
  const { data, error, isPending, refetch } = useCall(sceneCalls.list, {}, { quiet: true })
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-list">
      <Table<Row>
        loading={isPending}
        columns={COLUMNS}
        dataSource={data ?? []}
        scroll={{ x: 'max-content' }}
      />
    </div>
  )
}

import { Button } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { menuCalls } from './menu.calls.ts'

type Row = OutWireOf<typeof menuCalls.history>[number]

const WIDTH = 760

/** The menus that were published; true when one of them became the draft. Platform §11.1. */
export function openMenuHistory(version: number): Promise<boolean> {
  return openDialog<boolean>((close) => <MenuHistory version={version} onClose={close} />)
}

const named = ({ button }: Row): string =>
  button
    .map(({ name, sub_button }) =>
      sub_button.length === 0 ? name : `${name}（${sub_button.map((sub) => sub.name).join('、')}）`,
    )
    .join('；')

function MenuHistory({ version, onClose }: { version: number; onClose(restored: boolean): void }) {
  const { data, error, isFetching, refetch } = useCall(menuCalls.history, {}, { quiet: true })
  const restore = async (id: number) => {
    if (!(await confirm('恢复为草稿，发布后才对粉丝生效，确定恢复吗？'))) return
    try {
      await change(menuCalls.restore, { id, version })
      onClose(true)
    } catch {
      // The refusal has been shown; the history stays open.
    }
  }
  const columns = [
    {
      key: 'publishTime',
      title: '发布时间',
      width: 150,
      render: (_: unknown, row: Row) => (row.publishTime === null ? NONE : formatTime(row.publishTime)),
    },
    { key: 'publishBy', title: '发布人', width: 90, render: (_: unknown, row: Row) => row.publishBy || NONE },
    { key: 'button', title: '菜单', width: 320, render: (_: unknown, row: Row) => named(row) },
    {
      key: 'actions',
      fixed: 'end' as const,
      title: '操作',
      width: 90,
      render: (_: unknown, row: Row) =>
        row.isCurrent ? (
          <StateTag label="使用中" means="done" />
        ) : (
          mayCall(menuCalls.restore) && (
            <Button type="link" className="k-link" onClick={() => void restore(row.id)}>
              恢复
            </Button>
          )
        ),
    },
  ]
  return (
    <Dialog title="发布历史" width={WIDTH} footer={null} onCancel={() => onClose(false)}>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Row>
          loading={isFetching}
          columns={columns}
          dataSource={data ?? []}
          scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0), y: 400 }}
          locale={{ emptyText: <Empty text="还没有发布过菜单" /> }}
        />
      )}
    </Dialog>
  )
}

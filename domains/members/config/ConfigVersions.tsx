import { Button } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { configCalls } from './config.calls.ts'
import type { ConfigType } from './config.types.ts'

type Row = OutWireOf<typeof configCalls.versions>['list'][number]

interface Props {
  type: ConfigType
  channelId: number
}

const WIDTH = 720

/** The versions of a group; true when one was restored. Members §3.9. */
export function openVersions(props: Props): Promise<boolean> {
  return openDialog<boolean>((close) => <ConfigVersions {...props} onClose={close} />)
}

function ConfigVersions({ type, channelId, onClose }: Props & { onClose(restored: boolean): void }) {
  const { paging, state } = usePaging()
  const { data, error, isFetching, refetch } = useCall(
    configCalls.versions,
    { type, channelId, ...paging },
    { keep: true, quiet: true },
  )
  const newest = data?.list[0]?.versionNo
  const restore = async ({ id, versionNo }: Row) => {
    if (!(await confirm(`确定还原为版本${versionNo}吗？`))) return
    try {
      await change(configCalls.restore, { id }, { success: '已还原', touches: ['/admin/user/configInfo'] })
      onClose(true)
    } catch {
      // The refusal has been shown; the versions stay open.
    }
  }
  const columns = [
    { key: 'versionNo', title: '版本', width: 70, render: (_: unknown, row: Row) => row.versionNo },
    {
      key: 'createTime',
      title: '时间',
      width: 150,
      render: (_: unknown, row: Row) => formatTime(row.createTime),
    },
    { key: 'byName', title: '操作人', width: 100, render: (_: unknown, row: Row) => row.byName || NONE },
    { key: 'changes', title: '变更', width: 260, render: (_: unknown, row: Row) => row.changes || NONE },
    {
      key: 'actions',
      title: '操作',
      width: 80,
      fixed: 'end' as const,
      render: (_: unknown, row: Row) =>
        row.versionNo !== newest || state.page > 1
          ? mayCall(configCalls.restore) && (
              <Button type="link" className="k-link" onClick={() => void restore(row)}>
                还原
              </Button>
            )
          : null,
    },
  ]
  return (
    <Dialog title="版本" width={WIDTH} footer={null} onCancel={() => onClose(false)}>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Row>
          loading={isFetching}
          columns={columns}
          dataSource={data?.list ?? []}
          scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0), y: 400 }}
          locale={{ emptyText: <Empty text="还没有保存过" /> }}
        />
      )}
      {data !== undefined && data.total > 0 && <Pager total={data.total} more={false} state={state} />}
    </Dialog>
  )
}

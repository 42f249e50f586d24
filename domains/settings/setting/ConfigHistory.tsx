import { Button } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
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
import { browserZone } from '#kit/web/time/zone.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { configCalls } from '../config.calls.ts'
import { wireValue } from './configField.ts'

type Row = OutWireOf<typeof configCalls.history>['list'][number]

const WIDTH = 900
const HIDDEN = '（保密）'

interface Props {
  formId: number
  shape: Shape
}

/** 变更历史 of a form; true when a value was taken back. Platform §7.1. */
export function openHistory(props: Props): Promise<boolean> {
  return openDialog<boolean>((close) => <ConfigHistory {...props} onClose={close} />)
}

function ConfigHistory({ formId, shape, onClose }: Props & { onClose(restored: boolean): void }) {
  const { paging, state: pagerState } = usePaging()
  const { data, error, isFetching, refetch } = useCall(
    configCalls.history,
    { formId, ...paging },
    { keep: true, quiet: true },
  )
  const value = (row: Row, text: string) => {
    const field = shape[row.name]
    if (row.secret === 1) return HIDDEN
    if (field === undefined || text === '') return NONE
    return <FieldCell field={field} name={row.name} value={wireValue(field, text)} row={row} />
  }
  const restore = async ({ name, title, before }: Row) => {
    if (!(await confirm(`确定将“${title}”恢复为变更前的值吗？`))) return
    try {
      await change(configCalls.saveUniq, { key: name, value: before }, { success: '操作成功' })
      onClose(true)
    } catch {
      // The refusal has been shown; the history stays open.
    }
  }
  const columns = [
    {
      key: 'createTime',
      title: '时间',
      width: 140,
      render: (_: unknown, row: Row) => formatTime(row.createTime, browserZone),
    },
    { key: 'byName', title: '操作人', width: 90, render: (_: unknown, row: Row) => row.byName || NONE },
    { key: 'title', title: '配置项', width: 160, render: (_: unknown, row: Row) => row.title },
    { key: 'before', title: '变更前', width: 180, render: (_: unknown, row: Row) => value(row, row.before) },
    { key: 'after', title: '变更后', width: 180, render: (_: unknown, row: Row) => value(row, row.after) },
    {
      key: 'actions',
      fixed: 'end' as const,
      title: '操作',
      width: 100,
      render: (_: unknown, row: Row) =>
        row.secret === 0 &&
        mayCall(configCalls.saveUniq) && (
          <Button type="link" className="k-link" onClick={() => void restore(row)}>
            恢复此值
          </Button>
        ),
    },
  ]
  return (
    <Dialog title="变更历史" width={WIDTH} footer={null} onCancel={() => onClose(false)}>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Row>
          loading={isFetching}
          columns={columns}
          dataSource={data?.list ?? []}
          scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0), y: 400 }}
          locale={{ emptyText: <Empty text="还没有变更" /> }}
        />
      )}
      {data !== undefined && data.total > 0 && <Pager total={data.total} more={false} state={pagerState} />}
    </Dialog>
  )
}

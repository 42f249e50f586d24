import { Button, Tag } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { listColumns } from '#kit/web/list/columnsOf.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { kickOthers, kickOwn, ownSessions } from './own.calls.ts'

type Device = OutWireOf<typeof ownSessions>[number]

const COLUMNS = listColumns<Device>(
  ownSessions.answer.shape ?? {},
  { isCurrent: { render: (row) => (row.isCurrent === 1 ? <Tag>本机</Tag> : '') } },
  ['device', 'browser', 'os', 'ip', 'location', 'loginTime', 'lastTime', 'isCurrent'],
)

const ACTS: readonly Act<Device>[] = [
  act({
    label: '下线',
    danger: true,
    when: (row) => row.isCurrent !== 1,
    run: async (row) => {
      if (await confirm('确定下线该设备吗？'))
        await change(kickOwn, { id: row.id }, { success: '操作成功', touches: [ownSessions.path] })
    },
  }),
]

// The order is the server's: the one used last stands first.
const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const

/** 登录设备: where the person is signed in. */
export function OwnDevices() {
  const { data, error, isFetching, refetch } = useCall(ownSessions, {}, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const others = data.filter((row) => row.isCurrent !== 1).length
  const endOthers = async () => {
    if (await confirm(`确定下线其他${others}台设备吗？`))
      await change(kickOthers, {}, { success: '操作成功', touches: [ownSessions.path] })
  }
  return (
    <>
      <div className="k-list-bar">
        <Button danger disabled={others === 0} onClick={() => void endOthers()}>
          下线其他设备
        </Button>
      </div>
      <Rows<Device>
        rows={data}
        columns={COLUMNS}
        acts={ACTS}
        waiting={isFetching}
        state={UNSORTED}
        onChoose={() => undefined}
        empty={<Empty />}
      />
    </>
  )
}

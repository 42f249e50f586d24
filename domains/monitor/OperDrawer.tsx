import { Drawer } from 'antd'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { logCalls } from './log.calls.ts'
import { operDetail } from './log.entity.ts'

const WIDTH = 760
const FIELDS = [
  'title',
  'businessType',
  'adminName',
  'time',
  'bizTitle',
  'ip',
  'status',
  'ms',
  'requestId',
  'method',
  'path',
  'params',
]

/** One operation: the call, its parameters, and what it changed. */
export function openOperation(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title="操作详情" size={WIDTH} onClose={() => close(null)}>
      <Operation id={id} />
    </Drawer>
  ))
}

function Operation({ id }: { id: number }) {
  const { data: row, error, refetch } = useCall(logCalls.operInfo, { id }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!row) return <Loading />
  return (
    <>
      <Details shape={operDetail} row={row} fields={FIELDS} narrow />
      <ChangeTable changes={row.changes} />
    </>
  )
}

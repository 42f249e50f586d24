import { Button, Timeline } from 'antd'
import { formatTime } from '#kit/shared/time.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { logCalls } from './log.calls.ts'
import { openOperation } from './OperDrawer.tsx'

const SHOWN = 100

/** What was done to one row, the last first; each opens with its fields before and after. Frame §5. */
export default function RowLog({ entity, id }: { entity: string; id: number }) {
  const asked = { bizType: entity, bizId: id, limit: SHOWN }
  const { data, error, refetch } = useCall(logCalls.operList, asked, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.list.length === 0) return <Empty text="没有操作记录" />
  return (
    <Timeline
      items={data.list.map((row) => ({
        key: row.id,
        content: (
          <>
            <Button type="link" size="small" onClick={() => void openOperation(row.id)}>
              {row.title}
            </Button>
            <div className="k-hint">
              {row.adminName} {formatTime(row.time)}
            </div>
          </>
        ),
      }))}
    />
  )
}
